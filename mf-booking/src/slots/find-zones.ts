import { isTimeZone } from '@carry/remote-kit/format';

export const MAX_ZONES = 8;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_/\s,-]+/g, ' ')
    .trim()
    .toLowerCase();

/** Returns the matching time zones: exact matches, prefixes, word prefixes, then substrings. */
export function findZones(typed: string, names: readonly string[]): string[] {
  const query = plain(typed);
  if (!query) return [];
  const rank = (zone: string) => {
    const name = plain(zone);
    if (name === query) return 0;
    if (name.startsWith(query)) return 1;
    if (name.includes(` ${query}`)) return 2;
    return name.includes(query) ? 3 : null;
  };
  const matches = names
    .map((name) => ({ name, rank: rank(name) }))
    .filter((zone): zone is { name: string; rank: number } => zone.rank !== null)
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
    .map(({ name }) => name);
  const exact = typed.trim().replaceAll(' ', '_');
  // Browsers accept zones that they do not list: UTC, and old or new city names.
  return matches[0] !== exact && !names.includes(exact) && isTimeZone(exact)
    ? [exact, ...matches]
    : matches;
}
