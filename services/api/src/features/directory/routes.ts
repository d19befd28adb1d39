import { firstParagraph } from '@carry/contracts/first-paragraph';
import { paths } from '@carry/contracts/paths';
import { and, arrayContains, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coaches, coachListings, coachSlugs, users } from '../../core/db/schema';
import { shareReads } from '../../core/db/share-reads';
import type { Handler, Handlers } from '../../core/http/handler';
import { SharedJson } from '../../core/http/shared-json';
import { readCursor, writeCursor } from '../../core/lists/page';
import { isActive, isListed } from '../coaches/coach-lookup';
import { getIntroduction, toLanguage } from '../coaches/introduction';
import { coachPicture } from '../coaches/pictures';
import { OFFERED_MS } from '../coaches/slots';

const PAGE_SIZE = 24;
const MAX_SUMMARY = 160;
/** Characters of a description that are read for its summary; markdown is longer than its words. */
const MAX_READ = 600;

type Listing = typeof coachListings.$inferSelect;
type Query = Parameters<Handler<'GET /api/coaches/'>>[1]['query'];

type Position = [value: number | null, id: number];

interface Order {
  by: SQL[];
  value: z.ZodType<number | null>;
  after(position: Position): SQL | undefined;
  valueOf(listing: Listing): number | null;
}

const { score, priceCents, nextFreeAt, coachId } = coachListings;
const integer = z.int32().nullable();
const milliseconds = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31))
  .nullable();
const toInstant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

const orders: Record<NonNullable<Query['sort']>, Order> = {
  rating: {
    by: [sql`${score} DESC NULLS LAST`, asc(coachId)],
    value: integer,
    after: ([value, id]) =>
      sql`(${score} <= ${value} AND (${score} < ${value} OR ${coachId} > ${id}))`,
    valueOf: (listing) => listing.score,
  },
  price: {
    by: [asc(priceCents), asc(coachId)],
    value: integer,
    after: ([value, id]) => sql`(${priceCents}, ${coachId}) > (${value}, ${id})`,
    valueOf: (listing) => listing.priceCents,
  },
  next_free: {
    by: [asc(nextFreeAt), asc(coachId)], // without a time: last
    value: milliseconds,
    after: ([value, id]) =>
      value === null
        ? sql`(${nextFreeAt} IS NULL AND ${coachId} > ${id})`
        : sql`(${nextFreeAt} IS NULL OR (${nextFreeAt}, ${coachId}) > (${toInstant(value)}, ${id}))`,
    valueOf: (listing) => listing.nextFreeAt?.getTime() ?? null,
  },
};

const parseCents = (usd: number) => Math.round(usd * 100);

const hasSlug = (slug: string) =>
  sql`${coaches.id} = (SELECT ${coachSlugs.coachId} FROM ${coachSlugs} WHERE ${eq(coachSlugs.slug, slug)})`;

function filterBy(query: Query, now: Date): (SQL | undefined)[] {
  const { game, language, min_price: min, max_price: max, free, slug } = query;
  return [
    game === undefined ? undefined : arrayContains(coaches.games, [game]),
    language === undefined ? undefined : arrayContains(coaches.languages, [language]),
    min === undefined ? undefined : gte(priceCents, parseCents(min)),
    max === undefined ? undefined : lte(priceCents, parseCents(max)),
    free && and(gt(nextFreeAt, now), lte(nextFreeAt, new Date(now.getTime() + OFFERED_MS))),
    slug === undefined ? undefined : hasSlug(slug),
  ];
}

const LANGUAGES_MS = 60_000;
/** Reading all coaches takes longer than a page of them, and languages rarely change. */
const languageCache = new WeakMap<Database, { at: number; codes: string[] }>();

async function spokenLanguages(db: Database, now: Date): Promise<string[]> {
  const cached = languageCache.get(db);
  if (cached && Math.abs(now.getTime() - cached.at) < LANGUAGES_MS) return cached.codes;
  const codes = await readLanguages(db);
  languageCache.set(db, { at: now.getTime(), codes });
  return codes;
}

async function readLanguages(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ code: sql<string>`unnest(${coaches.languages})` })
    .from(coachListings)
    .innerJoin(coaches, eq(coaches.id, coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isListed);
  return rows.map(({ code }) => code);
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

const parseRating = ({ ratingSum, ratingCount }: Listing) =>
  ratingCount === 0 ? null : Math.round((10 * ratingSum) / ratingCount) / 10;

const shownColumns = {
  id: coaches.id,
  name: coaches.name,
  description: sql<string>`left(${coaches.description}, ${MAX_READ})`,
  imagePath: coaches.imagePath,
  portrait: coaches.portrait,
  games: coaches.games,
  languages: coaches.languages,
  country: coaches.country,
  slug: coaches.slug,
};

export function findListings(db: Database, query: Query, now: Date) {
  const order = orders[query.sort ?? 'rating'];
  const position = z.tuple([order.value, z.int32()]);
  const after =
    query.cursor === undefined ? undefined : order.after(readCursor(query.cursor, position));
  return db
    .select({ coach: shownColumns, listing: coachListings })
    .from(coachListings)
    .innerJoin(coaches, eq(coaches.id, coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(and(query.slug === undefined ? isListed : isActive, ...filterBy(query, now), after))
    .orderBy(...order.by)
    .limit(PAGE_SIZE + 1);
}

async function readPage({ db, config, now }: Dependencies, query: Query) {
  const order = orders[query.sort ?? 'rating'];
  const current = now();
  const rows = await findListings(db, query, current);
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]?.listing : undefined;
  return {
    coaches: rows.slice(0, PAGE_SIZE).map(({ coach, listing }) => ({
      id: coach.id,
      name: coach.name,
      summary: firstParagraph(coach.description, MAX_SUMMARY),
      image_url: coachPicture(config, coach),
      ...getIntroduction(config, coach),
      price: (listing.priceCents ?? 0) / 100,
      is_hourly: listing.isHourly,
      rating: parseRating(listing),
      reviews: listing.ratingCount,
      next_free_at:
        listing.nextFreeAt && listing.nextFreeAt > current
          ? listing.nextFreeAt.toISOString()
          : null,
    })),
    next: last ? writeCursor([order.valueOf(last), last.coachId]) : null,
    languages: (await spokenLanguages(db, current)).map(toLanguage).sort(byName),
    applications_open: true,
  };
}

type Page = SharedJson<Awaited<ReturnType<typeof readPage>>>;

const sharedPages = new WeakMap<Database, ReturnType<typeof shareReads<Page>>>();

/** Visitors who ask for the same page at the same time share a read and its JSON. */
const list: Handler<'GET /api/coaches/'> = (deps, { query }) => {
  const share = sharedPages.get(deps.db) ?? shareReads<Page>();
  sharedPages.set(deps.db, share);
  return share(JSON.stringify(query), async () => new SharedJson(await readPage(deps, query)));
};

/** A sitemap holds at most 50,000 addresses. */
const MAX_PATHS = 40_000;

const listPaths: Handler<'GET /api/sitemap/'> = async ({ db, metrics }) => {
  const rows = await db
    .select({ id: coachId })
    .from(coachListings)
    .innerJoin(coaches, eq(coaches.id, coachId))
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isListed)
    .orderBy(asc(coachId))
    .limit(MAX_PATHS + 1);
  if (rows.length > MAX_PATHS) metrics.reportCut('sitemap', MAX_PATHS);
  const coachPages = rows.slice(0, MAX_PATHS).map(({ id }) => paths.booking(id));
  return { paths: [paths.becomeCoach, ...coachPages] };
};

export const directoryHandlers = {
  'GET /api/sitemap/': listPaths,
  'GET /api/coaches/': list,
} satisfies Partial<Handlers>;
