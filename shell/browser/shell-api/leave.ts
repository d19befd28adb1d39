import { parseUrl } from './parse-url';

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
