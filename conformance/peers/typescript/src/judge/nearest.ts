const longestName = 100;
const mostNames = 1_000;

/**
 * The name that is most like the one given, or undefined if none is like it: the
 * same without case, underscores and hyphens, or few edits away.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined;
  const lower = [...name.toLowerCase()];
  let best: string | undefined;
  let distance = 1 + Math.floor(lower.length / 3); // none for one or two letters: any other is near them
  for (const candidate of names.slice(0, mostNames)) {
    if (candidate.length > longestName) continue;
    if (fold(candidate) === fold(name)) return candidate;
    const d = edits(lower, [...candidate.toLowerCase()]);
    if (d < distance) {
      best = candidate;
      distance = d;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.replace(/[_\- .]/g, "").toLowerCase();
}

/** The Levenshtein distance. */
function edits(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = row[0]!;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const cost = diagonal + (a[i] === b[j] ? 0 : 1);
      diagonal = row[j + 1]!;
      row[j + 1] = Math.min(cost, row[j]! + 1, row[j + 1]! + 1);
    }
  }
  return row[b.length]!;
}
