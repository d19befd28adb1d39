import {
  ABOVE_THE_FOLD_END,
  FailureReference,
  load,
  Retry,
  type RouteHandle,
  type ShellApi,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, LinkButton, SkeletonBox } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { type Directory, getDirectory, getFeatured } from '../directory/api';
import { CoachCards } from '../directory/coach-cards';
import cards from '../directory/coach-cards.module.css';
import styles from '../directory/directory.module.css';
import { Filters } from '../directory/filters';
import { hasFilters, names, type Query, readQuery, toSearch } from '../directory/query';

const title = 'Coaches';
const lead = 'Compare coaches by game, language, price and next free time, then book a session.';

interface Data {
  query: Query;
  directory: Listing | Promise<Listing>;
}

/** `isFixed`: the server has no directory, so nothing can be filtered. */
type Listing = Directory & { isFixed?: boolean };

function Coaches() {
  const { query, directory } = useLoaderData() as Data;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <Suspense key={toSearch(query)} fallback={<Loading />}>
        <Await resolve={directory} errorElement={<Failed />}>
          {(directory: Listing) => <Results query={query} directory={directory} />}
        </Await>
      </Suspense>
    </div>
  );
}

function Results({ query, directory }: { query: Query; directory: Listing }) {
  const { coaches, next, languages, isFixed } = directory;
  const { cursor: _, ...first } = query;
  return (
    <>
      {!isFixed && <Filters query={first} languages={languages} />}
      <div id={ABOVE_THE_FOLD_END}>
        <p role="status" className={styles.status}>
          {countWords(coaches.length, next !== null && next !== undefined)}
        </p>
      </div>
      {coaches.length === 0 ? (
        <Empty filtered={hasFilters(first)} />
      ) : (
        <div className={isFixed ? cards.fixed : undefined}>
          <CoachCards coaches={coaches} level={2} />
        </div>
      )}
      <nav className={styles.more} aria-label="Pages of coaches">
        {query.cursor && (
          <Link to={`${paths.coaches}?${toSearch(first)}`}>Back to the first page</Link>
        )}
        {next && (
          <LinkButton
            as={Link}
            to={`${paths.coaches}?${toSearch({ ...first, cursor: next })}`}
            variant="quiet"
          >
            Show more coaches
          </LinkButton>
        )}
      </nav>
    </>
  );
}

function countWords(count: number, hasMore: boolean): string {
  if (count === 0) return 'No coaches found.';
  return `Showing ${count} ${count === 1 ? 'coach' : 'coaches'}${hasMore ? ' on this page' : ''}.`;
}

const Empty = ({ filtered }: { filtered: boolean }) => (
  <Banner tone="info">
    <p>
      {filtered
        ? 'No coach matches these filters yet. Try removing one.'
        : 'There are no coaches here yet. New ones join all the time.'}
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

const Failed = () => (
  <Banner tone="danger" role="alert">
    <p>We couldn't load the coaches.</p>
    <FailureReference />
    <Retry />
  </Banner>
);

const Loading = () => (
  <>
    <p role="status" className={styles.status}>
      Loading coaches...
    </p>
    <ul className={cards.cards} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((number) => (
        <li key={number} className={cards.card}>
          <SkeletonBox className={cards.portrait} />
        </li>
      ))}
    </ul>
  </>
);

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

export const route = (shell: ShellApi) => ({
  Component: Coaches,
  handle,
  HydrateFallback: () => (
    <div className={styles.page}>
      <h1>{title}</h1>
      <Loading />
    </div>
  ),
  loader: async ({ request }: LoaderFunctionArgs): Promise<Data> => {
    const query = readQuery(new URL(request.url).searchParams);
    const search = toSearch({ ...query, sort: query.sort ?? 'rating' });
    const directory = getDirectory(shell, search).then(
      async (found): Promise<Listing> => found ?? { ...(await getFeatured(shell)), isFixed: true },
    );
    return { query, ...(await load(shell, { directory })) };
  },
});
