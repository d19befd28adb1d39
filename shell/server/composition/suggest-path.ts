const NEAR = 2;

/** Returns the declared static path within two edits of an unknown path, or null. */
export function suggestPath(pathname: string, patterns: string[]): string | null {
  const normalized = pathname.toLowerCase().replace(/(?<!\/)\/+$/, '');
  const near = patterns
    .filter((pattern) => pattern !== '/' && !pattern.includes(':'))
    .map((pattern) => ({ pattern, distance: editDistance(normalized, pattern) }))
    .filter(({ distance }) => distance <= NEAR)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.pattern ?? null;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > NEAR) return NEAR + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
