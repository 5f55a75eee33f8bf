import uri from "fast-uri";

/** Resolves a URI reference against a base (RFC 3986 section 5), without a fragment. */
export function resolveURI(base: string, reference: string): string {
  return uri.resolve(base, reference).split("#")[0]!;
}
