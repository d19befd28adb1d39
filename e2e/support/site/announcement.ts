/** A console error that a test has announced: its name, or a pattern that is the whole name. */
export type Announcement = string | RegExp;

/** Errors that no test announces; a pattern that matches one of them would hide others. */
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

/** Why an announcement lets in what nobody has announced, or null: what changes from run to run is digits, hashes and names. */
export function tooWide(error: Announcement): string | null {
  if (typeof error === 'string') return null;
  const source = error.source.replaceAll(/\\[^SDWP]/g, '').replaceAll(/\[(?!\^)[^\]]*\]/g, '');
  const [open] = /\[\^|\\[SDWP]|\./.exec(source) ?? [];
  if (open) return `${error} is open at '${open}': announce the error exactly`;
  const probe = PROBES.find((name) => isWhole(error, name));
  return probe ? `${error} matches '${probe}', too: announce the error exactly` : null;
}
