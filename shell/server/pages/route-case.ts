/** Returns a path with its literal segments spelled as in the route's pattern, which matches them in any case. Parameters keep theirs. */
export function spellAsRoute(pathname: string, pattern: string): string {
  const literals = pattern.split('/');
  return pathname
    .split('/')
    .map((segment, index) => {
      const literal = literals[index];
      return literal?.toLowerCase() === segment.toLowerCase() ? literal : segment;
    })
    .join('/');
}
