/** A console error that a test expects: its name, or a pattern that matches the whole name. */
export type Announcement = string | RegExp;

/** Errors that a test never expects; a pattern that matches one is too wide. */
const PROBES = [
  'probe',
  'exception: probe',
  'Error: probe of a probe',
  '404 /probe/',
  'ERR_FAILED probe/probe.js',
];

const whole = (error: RegExp) => new RegExp(`^(?:${error.source})$`, error.flags);

export const isWhole = (error: Announcement, name: string): boolean =>
  typeof error === 'string' ? error === name : whole(error).test(name);

/** Returns why a pattern is too wide, or null. Only digits, hashes and names may vary. */
export function tooWide(error: Announcement): string | null {
  if (typeof error === 'string') return null;
  const source = error.source.replaceAll(/\\[^SDWP]/g, '').replaceAll(/\[(?!\^)[^\]]*\]/g, '');
  const [open] = /\[\^|\\[SDWP]|\./.exec(source) ?? [];
  if (open) return `${error} is open at '${open}': announce the error exactly`;
  const probe = PROBES.find((name) => isWhole(error, name));
  return probe ? `${error} matches '${probe}', too: announce the error exactly` : null;
}
