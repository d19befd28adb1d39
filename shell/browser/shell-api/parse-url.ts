/** Parses a URL; returns null if it is invalid. `URL.canParse` is missing in Safari before 17 and Firefox before 115. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
