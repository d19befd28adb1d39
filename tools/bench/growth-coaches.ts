import pg from 'pg';
import { fillMarketplace, waitForListings } from './fill-marketplace';
import {
  type Answer,
  answer,
  measureAnswer,
  measureReference,
  measureRest,
  publicPaths,
} from './growth-answers';
import { withSite } from './growth-site';
import type { Measurement } from './measure';

/** Coaches of a marketplace, each with 50 bookings and 100 reviews. */
export const COACHES = [20, 200, 2000];
const PAGES = ['/', '/coaches', '/cs2'];
const ROWS = 20;

async function fill(database: string, coaches: number): Promise<{ firstId: number }> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await fillMarketplace(client, coaches);
    await waitForListings(client, coaches);
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ id: number }>(
      "SELECT min(id) AS id FROM coaches WHERE slug LIKE 'coach-%'",
    );
    return { firstId: rows[0]?.id ?? 0 };
  } finally {
    await client.end();
  }
}

const directory = ['?game=cs2', '?game=cs2&sort=price', '?language=en&free=week&sort=next_free'];
const isBounded = ({ path }: Answer) => path !== '/api/sitemap/';

const paths = (operator: string, firstId: number): Answer[] => [
  ...publicPaths().filter(isBounded),
  ...directory.map((query) => answer(`GET /api/coaches/${query}`, `/api/coaches/${query}`)),
  answer(
    'GET /api/operator/coaches/?below=…',
    `/api/operator/coaches/?below=${firstId + ROWS}`,
    operator,
  ),
];

/** The sitemap lists all coaches, so it is measured for each of them. */
const forEachCoach = (measured: Measurement[], coaches: number): Measurement[] =>
  measured
    .filter(({ unit }) => unit === 'bytes' || unit === 'rows read')
    .map(({ value, ...about }) => ({
      ...about,
      unit: `${about.unit} a coach`,
      value: value / coaches,
    }));

export const measureCoaches = (coaches: number, releases: string): Promise<Measurement[]> =>
  withSite(`coaches_${coaches}`, releases, async ({ database, site, api, operator }) => {
    const { firstId } = await fill(database, coaches);
    const rest = await measureRest(database);
    const measured = await measureReference(api);
    for (const path of PAGES)
      measured.push(...(await measureAnswer(site, { what: `page \`${path}\``, path })));
    for (const path of paths(operator, firstId))
      measured.push(...(await measureAnswer(api, path, { database, rest })));
    for (const path of publicPaths().filter((one) => !isBounded(one)))
      measured.push(...forEachCoach(await measureAnswer(api, path, { database, rest }), coaches));
    return measured;
  });
