import { compilePattern } from "../pattern/pattern.js";
import { join } from "../text.js";
import { type Tree, at, itemsOf, membersOf, textOf } from "../tree.js";
import type { Violation } from "../violation.js";
import type { References } from "./references.js";

/**
 * Finds hidden names in schemas that judge the arguments from a place where nothing
 * can be taken out.
 */
export class Scanner {
  private readonly seen = new Set<string>();

  constructor(
    private readonly root: Tree,
    private readonly hidden: readonly string[],
    private readonly references: References,
    private readonly faults: Violation[],
  ) {}

  /** Scans a schema; where says in words which place it is. */
  schema(schema: Tree | undefined, pointer: string, where: string): void {
    if (schema?.kind !== "object" || this.seen.has(pointer)) return;
    this.seen.add(pointer);
    for (const [keyword, value] of schema.members) {
      const here = join(pointer, keyword);
      switch (keyword) {
        case "properties":
          this.names(value, here, where);
          break;
        case "required":
          this.items(value, here, where);
          break;
        case "dependentRequired":
        case "dependentSchemas":
        case "dependencies":
          this.names(value, here, where);
          for (const [name, dependent] of membersOf(value)) {
            this.items(dependent, join(here, name), where);
            this.schema(dependent, join(here, name), where);
          }
          break;
        case "allOf":
          itemsOf(value).forEach((branch, i) => this.schema(branch, join(here, i), where));
          break;
        default:
          this.keyword(keyword, value, pointer);
      }
    }
  }

  /** Scans one keyword, of those that are judged alike in a schema of the arguments and elsewhere. */
  keyword(keyword: string, value: Tree, pointer: string): void {
    const here = join(pointer, keyword);
    switch (keyword) {
      case "anyOf":
      case "oneOf":
        itemsOf(value).forEach((branch, i) => this.schema(branch, join(here, i), keyword));
        break;
      case "not":
      case "if":
      case "then":
      case "else":
        this.schema(value, here, keyword);
        break;
      case "$ref":
      case "$dynamicRef":
        for (const reference of this.references.standingIn(pointer)) {
          if (reference.keyword !== keyword) continue;
          for (const target of reference.targets) this.schema(at(this.root, target), target, `what ${keyword} ${reference.to} leads to`);
        }
        break;
      case "patternProperties":
        for (const [pattern] of membersOf(value)) {
          for (const name of this.hidden) if (matches(pattern, name)) this.named(join(here, pattern), name, "patternProperties");
        }
        break;
      case "propertyNames":
        this.strings(value, here);
        break;
      case "default":
      case "const":
      case "example":
        this.names(value, here, keyword);
        break;
      case "enum":
      case "examples":
        itemsOf(value).forEach((item, i) => this.names(item, join(here, i), keyword));
    }
  }

  private named(pointer: string, name: string, where: string): void {
    this.faults.push({
      pointer, keyword: "inject",
      message: `the injected parameter ${JSON.stringify(name)} is named in ${where}, where it cannot be hidden from the model: name it only in properties, required and dependentRequired, or do not inject it`,
    });
  }

  private names(value: Tree, pointer: string, where: string): void {
    for (const [name] of membersOf(value)) if (this.hidden.includes(name)) this.named(join(pointer, name), name, where);
  }

  private items(list: Tree, pointer: string, where: string): void {
    itemsOf(list).forEach((item, i) => {
      if (item.kind === "string" && this.hidden.includes(item.text)) this.named(join(pointer, i), item.text, where);
    });
  }

  /** Finds hidden names among the strings that a schema of names lists, and in a pattern that spells one out. */
  private strings(schema: Tree, pointer: string): void {
    for (const [keyword, value] of membersOf(schema)) {
      const here = join(pointer, keyword);
      switch (keyword) {
        case "const":
          if (this.hidden.includes(textOf(value) ?? "\ud800")) this.named(here, textOf(value)!, "propertyNames");
          break;
        case "pattern":
          for (const name of this.hidden) if (spells(textOf(value) ?? "", name)) this.named(here, name, "propertyNames");
          break;
        case "enum":
        case "examples":
          this.items(value, here, "propertyNames");
          break;
        case "allOf":
        case "anyOf":
        case "oneOf":
          itemsOf(value).forEach((part, i) => this.strings(part, join(here, i)));
          break;
        case "not":
        case "if":
        case "then":
        case "else":
          this.strings(value, here);
      }
    }
  }
}

function matches(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern, false).matches(name);
  } catch {
    return false; // the schema it stands in was refused already
  }
}

/** Whether a pattern has a name as a word of its own. One or two letters are more likely those of a class. */
function spells(pattern: string, name: string): boolean {
  if (name.length < 3) return false;
  const isWord = (c: string | undefined) => c !== undefined && (/[_0-9A-Za-z]/.test(c) || c >= "\u0080");
  for (let i = pattern.indexOf(name); i >= 0; i = pattern.indexOf(name, i + 1)) {
    if (!isWord(pattern[i - 1]) && !isWord(pattern[i + name.length])) return true;
  }
  return false;
}
