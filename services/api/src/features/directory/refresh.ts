import { and, asc, eq, gt, inArray, isNull, lte, min, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isRetryable } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import {
  coaches,
  coachListings,
  coachTotals,
  listingChanges,
  services,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { describeError, log } from '../../core/process/log';
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
const computeScore = (ratingSum: number, ratingCount: number) =>
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
  const { coachId, kind: stars, number } = coachTotals;
  const rows = await tx
    .select({
      coachId,
      total: sql<number>`sum(${stars} * ${number})`.mapWith(Number),
      number: sql<number>`sum(${number})`.mapWith(Number),
    })
    .from(coachTotals)
    .where(and(inArray(coachId, ids), gt(stars, 0)))
    .groupBy(coachId);
  return new Map(rows.map(({ coachId, ...rating }) => [coachId, rating]));
}

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
    const { total = 0, number = 0 } = ratings.get(coachId) ?? {};
    listings.push({
      coachId,
      priceCents: hourly ?? lowest,
      isHourly: hourly !== null,
      ratingSum: total,
      ratingCount: number,
      score: computeScore(total, number),
      ...nextFree(hourly === null ? null : await firstOffered(tx, coachId, now), now),
    });
  }
  return listings;
}

const replaced = {
  priceCents: sql`excluded.price_cents`,
  isHourly: sql`excluded.is_hourly`,
  ratingSum: sql`excluded.rating_sum`,
  ratingCount: sql`excluded.rating_count`,
  score: sql`excluded.score`,
  nextFreeAt: sql`excluded.next_free_at`,
  recheckAt: sql`excluded.recheck_at`,
};

async function writeListings(tx: Database, ids: number[], now: Date): Promise<void> {
  const listings = await computeListings(tx, ids, now);
  if (listings.length > 0)
    await tx
      .insert(coachListings)
      .values(listings)
      .onConflictDoUpdate({ target: coachListings.coachId, set: replaced });
}

/** Tries again later. A listing that could not be computed is without a free start until then. */
async function postpone(tx: Database, { failed, uninvited }: Failures, now: Date): Promise<void> {
  const recheckAt = new Date(now.getTime() + RECHECK_MS);
  for (const { coachId } of failed)
    await tx
      .insert(coachListings)
      .values({
        ...{ coachId, isHourly: false, ratingSum: 0, ratingCount: 0, score: computeScore(0, 0) },
        recheckAt,
      })
      .onConflictDoUpdate({
        target: coachListings.coachId,
        set: { nextFreeAt: null, recheckAt },
      });
  for (const { coachId } of uninvited)
    await tx.update(coachListings).set({ recheckAt }).where(eq(coachListings.coachId, coachId));
}

interface Failure {
  coachId: number;
  error: unknown;
}

interface Failures {
  failed: Failure[];
  uninvited: Failure[];
}

/** Runs work for all coaches, and if it fails, for each alone. A savepoint undoes what failed. Returns the coaches that fail alone. */
async function isolate(
  tx: Database,
  ids: number[],
  work: (savepoint: Database, ids: number[]) => Promise<void>,
): Promise<Failure[]> {
  try {
    await tx.transaction((savepoint) => work(savepoint, ids));
    return [];
  } catch (error) {
    if (isRetryable(error)) throw error;
    const [coachId] = ids;
    if (ids.length === 1 && coachId !== undefined) return [{ coachId, error }];
  }
  const failures: Failure[] = [];
  for (const id of ids) failures.push(...(await isolate(tx, [id], work)));
  return failures;
}

function logFailures({ failed, uninvited }: Failures): void {
  for (const { coachId, error } of failed)
    log.error(
      { code: 'directory.listing_failed' },
      `failed to compute the directory listing of coach ${coachId}; retrying in 15 minutes: ${describeError(error)}`,
    );
  for (const { coachId, error } of uninvited)
    log.error(
      { code: 'directory.invitation_failed' },
      `failed to invite the waiting list to coach ${coachId}; retrying in 15 minutes: ${describeError(error)}`,
    );
}

type RefreshDependencies = Pick<Dependencies, 'db' | 'config' | 'now'>;

/** Refreshes a batch of outdated listings. Returns their number; 0 also while another process refreshes. */
async function refreshBatch({ db, config, now }: RefreshDependencies): Promise<number> {
  const none = { refreshed: 0, failures: { failed: [], uninvited: [] } };
  const { refreshed, failures } = await transact(db, async (tx) => {
    const [lock] = await tx
      .select({ locked: sql<boolean>`pg_try_advisory_xact_lock(${LOCK})` })
      .from(sql`(VALUES (1)) AS one`);
    if (!lock?.locked) return none;
    const current = now();
    const outdated = await claimOutdated(tx, current);
    if (outdated.length === 0) return none;
    const existing = await tx
      .select({ id: coaches.id })
      .from(coaches)
      .where(inArray(coaches.id, outdated));
    const ids = existing.map(({ id }) => id);
    const failed = await isolate(tx, ids, (savepoint, some) =>
      writeListings(savepoint, some, current),
    );
    const listed = ids.filter((id) => !failed.some(({ coachId }) => coachId === id));
    const uninvited = await isolate(tx, listed, (savepoint, some) =>
      inviteToCoaches(savepoint, some, { config, now: current }),
    );
    await postpone(tx, { failed, uninvited }, current);
    return { refreshed: outdated.length, failures: { failed, uninvited } };
  });
  logFailures(failures);
  return refreshed;
}

export async function refreshListings(deps: RefreshDependencies): Promise<void> {
  while ((await refreshBatch(deps)) > 0);
}

export const runDirectory = (deps: Dependencies) =>
  repeat(POLL_MS, 'refreshing the coach directory', () => refreshListings(deps));
