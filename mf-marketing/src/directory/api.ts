import { type ApiClient, ifUnsupported, type ShellApi } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { firstParagraph } from '@carry/remote-kit/first-paragraph';
import { directory, type Directory as Page } from '@carry/remote-kit/own-answers';
import { featuredCoach } from '@carry/remote-kit/paths';
import { getCoach, getRating, getServices } from '../coach/api';
import { lowestPrice } from '../coach/price';
import { featuredGames, games } from '../games/games';

/** The featured coach of another server may have a text as id. */
export type ListedCoach = Omit<Page['coaches'][number], 'id'> & { id: number | string };
export type Directory = Omit<Page, 'coaches'> & { coaches: ListedCoach[] };

const MAX_SHOWN = 6;

type Reader = Pick<ShellApi, 'api' | 'rendering'>;

/** Clients of servers without a directory. Browsers log each 404 as an error. */
const withoutDirectory = new WeakSet<ApiClient>();

const isDirectory = (body: unknown) =>
  Array.isArray((body as { coaches?: unknown } | null)?.coaches);

/** Returns a page of the directory; null from a server without one, which a document asks once. */
export async function getDirectory(
  { api, rendering }: Reader,
  query: string,
): Promise<Directory | null> {
  if (withoutDirectory.has(api)) return null;
  const answer = api.get(`/api/coaches/?${query}`);
  const listing = answer.then((body) => (isDirectory(body) ? read(directory, answer) : null));
  const page = await ifUnsupported(listing, null);
  if (page === null && rendering === 'browser') withoutDirectory.add(api);
  return page;
}

/** Returns the coaches besides `exceptId` for a section of a page; null without a directory. */
export const othersIn = (page: Directory | null, exceptId?: string): ListedCoach[] | null =>
  page?.coaches.filter(({ id }) => String(id) !== exceptId).slice(0, MAX_SHOWN) ?? null;

/** Returns the codes of games with coaches, for the page of a game without; those of the first page of the directory. */
export async function findCoachedGames(
  shell: Pick<ShellApi, 'api' | 'rendering' | 'site'>,
  directory: Directory | null,
  readFeatured = () => getCoach(shell.api, featuredCoach(shell.site)),
): Promise<string[]> {
  if (directory && directory.coaches.length > 0) return [];
  const all = directory && (await getDirectory(shell, 'sort=rating'));
  if (all) return all.coaches.flatMap((coach) => coach.games.map(({ code }) => code));
  return (await readFeatured()) ? [...featuredGames(shell.site)] : [];
}

export const canApply = (page: Directory | null): boolean => page?.applications_open ?? false;

/** Returns the featured coach as a directory, for a server without one. */
export async function getFeatured({ api, site }: ShellApi): Promise<Directory> {
  const id = featuredCoach(site);
  const profile = getCoach(api, id);
  const [coach, services, rating] = await Promise.all([
    profile,
    getServices(api, id),
    getRating(api, id, profile).catch(() => null),
  ]);
  const price = lowestPrice(services);
  const card = coach &&
    price && {
      id,
      name: coach.name,
      summary: firstParagraph(coach.description),
      image_url: coach.image_url,
      games: games.flatMap(({ id, name }) =>
        featuredGames(site).has(id) ? { code: id, name } : [],
      ),
      languages: [],
      price: price.rate,
      is_hourly: price.isHourly,
      rating: rating?.average ?? null,
      reviews: rating?.count ?? 0,
      next_free_at: null,
    };
  return { coaches: card ? [card] : [], next: null, languages: [] };
}
