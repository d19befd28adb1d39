/** What names a person or opens a door: addresses, signed tokens, long random words, and what stands behind a `?` or `#` of a link. */
const SECRETS: [RegExp, string][] = [
  [/[^\s@<>"'(),;:]+@([\w-]+\.)+[a-z]{2,}\b/gi, '[address]'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(https?:\/\/[^\s?#"')]+)[?#][^\s"')]+/g, '$1?[…]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g, '[secret]'],
];

const scrub = (text: string) => SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/** An error in one line for the log. Words that another system chose (a payment provider, a driver) lose what is secret or personal. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return scrub(String(error));
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' && !error.message.includes(code) ? ` (${code})` : '';
  return scrub(`${error.name}: ${error.message}${known}`);
}

/** The same with where it happened. */
export function describeFault(error: unknown): string {
  const [, ...frames] = (error instanceof Error ? (error.stack ?? '') : '').split(/\n(?=\s+at )/);
  const cause = error instanceof Error && error.cause !== undefined ? `\ncaused by ${describeError(error.cause)}` : '';
  return [describeError(error), ...frames].join('\n') + cause;
}
