import {
  ABOVE_THE_FOLD_END,
  isApiError,
  load,
  type RouteHandle,
  type ShellApi,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, LinkButton } from '@carry/ui';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  Await,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigationType,
} from 'react-router-dom';
import { canApply, type Directory, getDirectory, getFeatured } from '../directory/api';
import { CoachCards } from '../directory/coach-cards';
import cards from '../directory/coach-cards.module.css';
import { CoachesFailed } from '../directory/coaches-failed';
import styles from '../directory/directory.module.css';
import { Filters } from '../directory/filters';
import { ListSkeleton, useShownLength } from '../directory/list-skeleton';
import { getPath, hasFilters, names, type Query, readQuery, toSearch } from '../directory/query';

const title = 'Coaches';
const lead = 'Compare coaches by game, language, price and next free time, then book a session.';

interface Data {
  query: Query;
  directory: Listing | Promise<Listing>;
}

/** `isFixed`: the server has no directory, so filters do not work. */
type Listing = Directory & { isFixed?: boolean };

function Coaches() {
  const { query, directory } = useLoaderData() as Data;
  const { cursor: _, ...first } = query;
  const arrival = useArrival(directory);
  const status = useFocusAfterPaging(toSearch(query));
  const isLoading = arrival?.of !== directory;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {!arrival?.listing?.isFixed && (
        <Filters query={first} languages={arrival?.listing?.languages ?? []} />
      )}
      <div id={ABOVE_THE_FOLD_END}>
        <p role="status" className={styles.status} tabIndex={-1} ref={status}>
          {isLoading ? 'Loading coaches...' : arrival.listing && countWords(arrival.listing, query)}
        </p>
      </div>
      <Suspense key={toSearch(query)} fallback={<ListSkeleton query={toSearch(query)} />}>
        <Await resolve={directory} errorElement={<CoachesFailed />}>
          {(directory: Listing) => <Results query={query} directory={directory} />}
        </Await>
      </Suspense>
    </div>
  );
}

interface Arrival {
  of: Data['directory'];
  /** Null if loading failed. */
  listing: Listing | null;
}

/** Returns the newest loaded directory: the previous one while `directory` loads. */
function useArrival(directory: Data['directory']): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const arrive = (listing: Listing | null) => isCurrent && setArrival({ of: directory, listing });
    Promise.resolve(directory).then(arrive, () => arrive(null));
    return () => {
      isCurrent = false;
    };
  }, [directory]);
  return directory instanceof Promise ? arrival : { of: directory, listing: directory };
}

/** Focuses the returned element when the link that was followed is gone, such as "Show more coaches". */
function useFocusAfterPaging(search: string) {
  const element = useRef<HTMLParagraphElement>(null);
  const shown = useRef(search);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    if (document.activeElement !== document.body) return;
    element.current?.focus({ preventScroll: true });
    if (!isBack) element.current?.scrollIntoView();
  }, [search, isBack]);
  return element;
}

function Results({ query, directory }: { query: Query; directory: Listing }) {
  const { coaches, next, isFixed } = directory;
  const { cursor: _, ...first } = query;
  const list = useShownLength(toSearch(query), coaches.length);
  return (
    <div className={styles.results} ref={list}>
      {coaches.length === 0 ? (
        <Empty query={query} />
      ) : (
        <div className={isFixed ? cards.fixed : undefined}>
          <CoachCards coaches={coaches} level={2} />
        </div>
      )}
      <nav className={styles.more} aria-label="Pages of coaches">
        {query.cursor && <Link to={getPath(first)}>Back to the first page</Link>}
        {next && (
          <LinkButton as={Link} to={getPath({ ...first, cursor: next })} variant="quiet">
            Show more coaches
          </LinkButton>
        )}
      </nav>
      {canApply(directory) && (
        <p className={styles.join}>
          Do you coach? Set your own prices and hours.{' '}
          <Link to={paths.becomeCoach}>Become a coach</Link>
        </p>
      )}
    </div>
  );
}

function countWords({ coaches: { length: count }, next }: Listing, { cursor }: Query): string {
  if (count === 0) return cursor ? 'No more coaches.' : 'No coaches found.';
  return `Showing ${count} ${count === 1 ? 'coach' : 'coaches'}${next ? ' on this page' : ''}.`;
}

function Empty({ query }: { query: Query }) {
  if (query.cursor)
    return (
      <Banner tone="info">
        <p>There are no more coaches.</p>
      </Banner>
    );
  const filtered = hasFilters(query);
  return (
    <Banner tone="info">
      <p>
        {filtered
          ? 'No coach matches these filters yet. Try removing one.'
          : 'There are no coaches here yet. Check back soon.'}
      </p>
      <p>
        {filtered ? (
          <Link to={paths.coaches}>Clear filters</Link>
        ) : (
          <Link to={paths.home}>Back to Home</Link>
        )}
      </p>
    </Banner>
  );
}

const handle: RouteHandle<Data> = {
  query: names,
  menu: { group: 'Coaching', label: 'All coaches' },
  sitemap: [paths.coaches],
  head: ({ data, site }) => ({
    title: `Esports ${title} | ${site.name}`,
    description: lead,
    ...(data?.query.cursor && { noindex: true }),
    jsonLd: [
      {
        '@type': 'CollectionPage',
        name: title,
        url: site.url + paths.coaches,
        isPartOf: { '@id': `${site.url}/#website` },
      },
    ],
  }),
};

/** Shown instead of a page whose cursor the API rejects. */
const emptyPage: Directory = { coaches: [], next: null, languages: [] };

export const route = (shell: ShellApi) => ({
  Component: Coaches,
  handle,
  HydrateFallback: () => (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p role="status" className={styles.status}>
        Loading coaches...
      </p>
      <ListSkeleton query="" />
    </div>
  ),
  loader: async ({ request }: LoaderFunctionArgs): Promise<Data> => {
    const query = readQuery(new URL(request.url).searchParams);
    const search = toSearch({ ...query, sort: query.sort ?? 'rating' });
    const directory = getDirectory(shell, search).then(
      async (page): Promise<Listing> => page ?? { ...(await getFeatured(shell)), isFixed: true },
      (error): Listing => {
        if (query.cursor && isApiError(error) && error.status === 400) return emptyPage;
        throw error;
      },
    );
    return { query, ...(await load(shell, { directory })) };
  },
});
