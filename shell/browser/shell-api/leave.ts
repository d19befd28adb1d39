/** Parses a URL; returns null if it is invalid. `URL.canParse` is missing in Safari before 17 and Firefox before 115. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Navigates to a URL of one of the origins; returns false for any other URL. */
export function leave(
  origins: readonly string[],
  url: string,
  go: (href: string) => void = (href) => location.assign(href),
): boolean {
  const target = parseUrl(url);
  if (!target) return false;
  const { origin, href, username } = target;
  if (username || !origins.includes(origin)) return false;
  go(href);
  return true;
}
