import uri from "fast-uri";

// A control character, a percent sign of its own, or a colon that no scheme is before.
const malformed = /[\x00-\x1f\x7f]|%(?![0-9A-Fa-f]{2})|^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?]*:/;

/** Resolves a URI reference against a base (RFC 3986 section 5), without a fragment; undefined if it is none. */
export function resolveURI(base: string, reference: string): string | undefined {
  const address = reference.split("#")[0]!;
  if (malformed.test(address)) return undefined;
  try {
    return uri.resolve(base, address).split("#")[0]!;
  } catch {
    return undefined;
  }
}
