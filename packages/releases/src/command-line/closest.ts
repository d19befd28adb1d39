import { distance, closest as nearest } from 'fastest-levenshtein';

/** Returns `; did you mean 'x'?` if one of the names is similar, else an empty string. */
export function closest(written: string, names: readonly string[], prefix = ''): string {
  if (names.length === 0) return '';
  const name = nearest(written, names);
  const near =
    distance(written, name) <= Math.max(2, Math.floor(name.length / 3)) ||
    (written.length > 2 && name.includes(written));
  return near ? `; did you mean '${prefix}${name}'?` : '';
}
