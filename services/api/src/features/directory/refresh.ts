import { and, asc, count, gt, inArray, isNull, lte, min, or, sql, sum } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coaches, coachListings, listingChanges, reviews, services } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { repeat } from '../../core/process/repeat';
import { firstOffered, OFFERED_MS } from '../coaches/slots';
import { inviteToCoaches } from '../waitlist/invite';

const POLL_MS = 1000;
const BATCH = 100;
const LOCK = 0x4c495354;
const MINUTE_MS = 60_000;
/** A coach without free times may get one as the offered days move on. */
const RECHECK_MS = 15 * MINUTE_MS;
/** Ratings that a coach with few reviews is assumed to have besides. */
const PRIOR = { count: 5, rating: 4 };

type Listing = typeof coachListings.$inferInsert;

/** Rating in thousandths of a star, drawn towards the average while there are few reviews. */
const scoreOf = (ratingSum: number, ratingCount: number) =>
  Math.round((1000 * (ratingSum + PRIOR.count * PRIOR.rating)) / (ratingCount + PRIOR.count));

/** Coaches with changes, and those whose next free start has passed or is beyond the offered days: an older release wrote it. */
async function claimOutdated(tx: Database, now: Date): Promise<number[]> {
  const oldest = tx
    .select({ coachId: listingChanges.coachId })
    .from(listingChanges)
    .orderBy(asc(listingChanges.id))
    .limit(BATCH);
  const changed = await tx
    .delete(listingChanges)
    .where(inArray(listingChanges.coachId, oldest))
    .returning({ coachId: listingChanges.coachId });
  const due = await tx
    .select({ coachId: coachListings.coachId })
    .from(coachListings)
    .where(
      or(
        lte(coachListings.recheckAt, now),
        gt(coachListings.nextFreeAt, new Date(now.getTime() + OFFERED_MS)),
      ),
    )
    .limit(BATCH);
  return [...new Set([...changed, ...due].map(({ coachId }) => coachId))];
}

/** Prices by coach: the lowest hourly rate, or else the lowest one. */
async function readPrices(tx: Database, ids: number[]) {
  const rows = await tx
    .select({
      coachId: services.coachId,
      hourly: sql<number | null>`min(${services.rateCents}) FILTER (WHERE ${services.isHourly})`,
      lowest: min(services.rateCents),
    })
    .from(services)
    .where(and(inArray(services.coachId, ids), isNull(services.retiredAt)))
    .groupBy(services.coachId);
  return new Map(rows.map(({ coachId, ...prices }) => [coachId, prices]));
}

async function readRatings(tx: Database, ids: number[]) {
  const rows = await tx
    .select({ coachId: reviews.coachId, total: sum(reviews.rating), number: count() })
    .from(reviews)
    .where(and(inArray(reviews.coachId, ids), isNull(reviews.hiddenBecause)))
    .groupBy(reviews.coachId);
  return new Map(rows.map(({ coachId, ...rating }) => [coachId, rating]));
}

/** Next start that the booking page offers, and the time from which it has to be computed again. */
function nextFree(first: Awaited<ReturnType<typeof firstOffered>>, now: Date) {
  if (!first) return { nextFreeAt: null, recheckAt: new Date(now.getTime() + RECHECK_MS) };
  return { nextFreeAt: new Date(first.start), recheckAt: new Date(first.until) };
}

async function computeListings(tx: Database, ids: number[], now: Date): Promise<Listing[]> {
  const prices = await readPrices(tx, ids);
  const ratings = await readRatings(tx, ids);
  const listings: Listing[] = [];
  for (const coachId of ids) {
    const { hourly = null, lowest = null } = prices.get(coachId) ?? {};
    const { total = null, number = 0 } = ratings.get(coachId) ?? {};
    listings.push({
      coachId,
      priceCents: hourly ?? lowest,
      isHourly: hourly !== null,
      ratingSum: Number(total),
      ratingCount: number,
      score: scoreOf(Number(total), number),
      ...nextFree(hourly === null ? null : await firstOffered(tx, coachId, now), now),
    });
  }
  return listings;
}

/** Sets all columns to those of the inserted row. */
const replaced = {
  priceCents: sql`excluded.price_cents`,
  isHourly: sql`excluded.is_hourly`,
  ratingSum: sql`excluded.rating_sum`,
  ratingCount: sql`excluded.rating_count`,
  score: sql`excluded.score`,
  nextFreeAt: sql`excluded.next_free_at`,
  recheckAt: sql`excluded.recheck_at`,
};

type RefreshDependencies = Pick<Dependencies, 'db' | 'config' | 'now'>;

/** Refreshes a batch of outdated listings. Returns their number; 0 also while another process refreshes. */
async function refreshBatch({ db, config, now }: RefreshDependencies): Promise<number> {
  return transact(db, async (tx) => {
    const [lock] = await tx
      .select({ locked: sql<boolean>`pg_try_advisory_xact_lock(${LOCK})` })
      .from(sql`(VALUES (1)) AS one`);
    if (!lock?.locked) return 0;
    const current = now();
    const outdated = await claimOutdated(tx, current);
    if (outdated.length === 0) return 0;
    const existing = await tx
      .select({ id: coaches.id })
      .from(coaches)
      .where(inArray(coaches.id, outdated));
    const listings = await computeListings(
      tx,
      existing.map(({ id }) => id),
      current,
    );
    if (listings.length > 0) {
      await tx
        .insert(coachListings)
        .values(listings)
        .onConflictDoUpdate({ target: coachListings.coachId, set: replaced });
      await inviteToCoaches(
        tx,
        listings.map(({ coachId }) => coachId),
        { config, now: current },
      );
    }
    return outdated.length;
  });
}

/** Brings price, rating and next free start of all changed coaches up to date. */
export async function refreshListings(deps: RefreshDependencies): Promise<void> {
  while ((await refreshBatch(deps)) > 0);
}

export const runDirectory = (deps: Dependencies) =>
  repeat(POLL_MS, 'refreshing the coach directory', () => refreshListings(deps));
