import {
  type Type, bytes, fromJSON, fromText, float64, injected, int32, int64, list, map, model, nullable, number, optional, string, uint8, union,
} from "../index.js";

/** The models of the case file. */
export const Address = model("Address", { zip: string({ minLength: 5 }), country: string({ default: "DE" }) });

export interface Node {
  value: number;
  next?: Node | null;
  children?: Node[];
}
export const Node: Type<Node> = model<Node>("Node", () => ({
  value: int32(),
  next: optional(nullable(Node)),
  children: optional(list(Node)),
}));

export const Circle = model("Circle", { radius: float64({ exclusiveMinimum: 0 }) });
export const Square = model("Square", { side: float64(), label: string({ default: "sq" }) });
export const Shape = union("kind", { circle: Circle, square: Square });

export const User = model("User", { id: int64(), roles: list(string(), { minItems: 1 }) });
export const Deep = model("Deep", { address: Address, retries: uint8({ default: 3 }) });
export const Empties = model("Empties", { items: list(string()), tags: map(string()), data: bytes(), next: nullable(int64()) });
export const Blob = model("Blob", { name: string(), data: bytes(), chunks: list(bytes()), by_id: map(bytes()) });
export const Receipt = model("Receipt", { id: int64(), total: number() });
export const Leaky = model("Leaky", { id: int64(), token: injected(string(), { source: "ctx", key: "token" }) });

/** What the types that read themselves fail with; it must not be shown. */
const secret = "s3cret-hook";

export class Colour {
  constructor(readonly text: string) {}
}
/** Reads # and six lower-case hexadecimal digits. */
export const textual = fromText((text) => {
  if (!/^#[0-9a-f]{6}$/.test(text)) throw new Error(secret);
  return new Colour(text);
});

export class Hooked {
  constructor(readonly text: string) {}
}
/** Reads itself from an object and keeps the text. */
export const hooked = fromJSON((text) => {
  if (!text.startsWith("{")) throw new Error(secret);
  return new Hooked(text);
});

/** Blows up: what it throws is no Error, so it is a defect and no refusal. */
export const panicky = fromJSON<never>(() => {
  throw secret;
});

/** A native object that is injected as it is. */
export class Client {
  constructor(readonly name: string) {}
}

/** No schema can be derived for it. */
export class Callback {
  constructor(readonly run: () => void) {}
}
