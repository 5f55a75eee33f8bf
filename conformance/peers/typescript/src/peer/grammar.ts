import {
  type Type, any, array, bigint, boolean, bytes, datetime, duration, float32, float64, int16, int32, int64, int8, intmap, list, map, nullable,
  number, opaque, optional, raw, string, uint16, uint32, uint64, uint8,
} from "../index.js";
import * as models from "../functions/models.js";

const plain: Record<string, () => Type<unknown>> = {
  any, bigint, bool: boolean, bytes, datetime, duration, float32, float64, int: int64, int8, int16, int32, int64, uint: uint64, uint8, uint16,
  uint32, uint64, number, raw, string,
  textual: () => models.textual, hooked: () => models.hooked, panicky: () => models.panicky, callback: () => opaque(models.Callback),
};

const prefixes: Record<string, (elem: Type<unknown>) => Type<unknown>> = {
  list, map, intmap, nullable, optional: (elem) => optional(nullable(elem)),
};

const named: Record<string, Type<unknown>> = {
  Address: models.Address, Node: models.Node, User: models.User, Deep: models.Deep, Empties: models.Empties, Blob: models.Blob,
  Receipt: models.Receipt, Leaky: models.Leaky, Circle: models.Circle, Square: models.Square,
};

/** The type of a text of the case file's grammar. */
export function typeOf(text: string): Type<unknown> {
  const [head = "", ...rest] = text.split(":");
  const tail = rest.join(":");
  if (Object.hasOwn(plain, head) && rest.length === 0) return plain[head]!();
  if (Object.hasOwn(prefixes, head)) return prefixes[head]!(typeOf(tail));
  if (head === "array") return array(Number(rest[0]), typeOf(rest.slice(1).join(":")));
  if (head === "model" && Object.hasOwn(named, tail)) return named[tail]!;
  if (head === "union" && tail === "Shape") return models.Shape;
  if (head === "opaque" && tail === "Client") return opaque(models.Client);
  throw new Error(`there is no type ${text}`);
}
