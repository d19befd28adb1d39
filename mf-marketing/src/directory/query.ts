import { paths } from '@carry/remote-kit/paths';
import { games } from '../games/games';

export const names = [
  'game',
  'language',
  'min_price',
  'max_price',
  'free',
  'sort',
  'cursor',
] as const;
type Name = (typeof names)[number];
export type Query = { readonly [N in Name]?: string };

const sorts = ['rating', 'price', 'next_free'];
const isPrice = (value: string) => /^\d{1,4}(\.\d{1,2})?$/.test(value);

const isValid: Record<Name, (value: string) => boolean> = {
  game: (value) => games.some(({ id }) => id === value),
  language: (value) => /^[a-z]{2}$/.test(value),
  min_price: isPrice,
  max_price: isPrice,
  free: (value) => value === 'week',
  sort: (value) => sorts.includes(value),
  cursor: (value) => /^[\w-]{1,80}$/.test(value),
};

/** Returns a price without an exponent: a number field accepts "1e2". */
const normalize = (name: Name, value: string): string =>
  value && name.endsWith('_price') ? String(Number(value)) : value;

/** Reads the directory's parameters from form data or an address. Ignores empty and invalid ones. */
export const readQuery = (parameters: Iterable<readonly [string, unknown]>): Query => {
  const values = new Map(parameters);
  return Object.fromEntries(
    names.flatMap((name) => {
      const entry = values.get(name);
      if (typeof entry !== 'string') return [];
      const value = normalize(name, entry.trim());
      return isValid[name](value) ? [[name, value]] : [];
    }),
  );
};

/** Returns a query string in a fixed order, so that equal filters share one address. */
export const toSearch = (query: Query): string =>
  new URLSearchParams(
    names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  ).toString();

export const getPath = (query: Query): string => {
  const search = toSearch(query);
  return search ? `${paths.coaches}?${search}` : paths.coaches;
};

export const hasFilters = ({ sort: _, cursor: __, ...filters }: Query): boolean =>
  Object.keys(filters).length > 0;
