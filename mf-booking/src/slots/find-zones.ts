import { isZone } from '@carry/remote-kit';

/** So many zones are offered at once. */
export const MAX_ZONES = 8;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_/\s,-]+/g, ' ')
    .trim()
    .toLowerCase();

/** The zones that match what was typed: those that begin with it first, then those with a part that does, then those that hold it. */
export function findZones(typed: string, names: readonly string[]): string[] {
  const query = plain(typed);
  if (!query) return [];
  const rank = (name: string) => {
    const words = plain(name);
    if (words === query) return 0;
    if (words.startsWith(query)) return 1;
    if (words.includes(` ${query}`)) return 2;
    return words.includes(query) ? 3 : null;
  };
  const found = names
    .map((name) => ({ name, rank: rank(name) }))
    .filter((zone): zone is { name: string; rank: number } => zone.rank !== null)
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
    .map(({ name }) => name);
  const exact = typed.trim().replaceAll(' ', '_');
  // browsers know more names than they list: UTC, and the new or old name of a city
  return found[0] !== exact && !names.includes(exact) && isZone(exact) ? [exact, ...found] : found;
}
