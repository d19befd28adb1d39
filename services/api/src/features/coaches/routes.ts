import { MAX_DAYS_AHEAD } from '@carry/contracts/limits';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, reviews } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { userIfAny } from '../accounts/access-token';
import { readClip } from './clips';
import { introductionOf } from './introduction';
import { publicCoach } from './own';
import { coachPicture, pictureUrl, socialPicture } from './pictures';
import { offeredServices } from './profile';
import { MAX_PIECE_MINUTES, openings } from './slots';

const DAY_MS = 24 * 3_600_000;

/** Returns the numbers of visible reviews with 1 to 5 stars. */
async function countRatings(db: Database, coachId: number): Promise<number[]> {
  const rows = await db
    .select({ rating: reviews.rating, number: count() })
    .from(reviews)
    .where(and(eq(reviews.coachId, coachId), isNull(reviews.hiddenBecause)))
    .groupBy(reviews.rating);
  return [1, 2, 3, 4, 5].map((stars) => rows.find(({ rating }) => rating === stars)?.number ?? 0);
}

const getCoach: Handler<'GET /api/coaches/{id}/'> = async ({ db, config }, { params: { id } }) => {
  const found = await publicCoach(db, id);
  if (!found) throw notFound();
  const [given] = await db
    .select({ sessions: count() })
    .from(bookings)
    .where(and(eq(bookings.coachId, id), eq(bookings.status, 'completed')));
  return {
    id,
    name: found.name,
    description: found.description,
    image_url: coachPicture(config, found),
    special_offer: found.specialOffer,
    rank_images: found.rankImages.map(({ path, alt }) => ({ url: pictureUrl(config, path), alt })),
    cancel_hours: config.cancelHours,
    sessions_given: given?.sessions ?? 0,
    rating_counts: await countRatings(db, id),
    ...introductionOf(config, found),
    social_picture: socialPicture(config, found.portrait),
    clip: found.clip === null ? null : readClip(found.clip, config.siteUrl),
  };
};

const getServices: Handler<'GET /api/coaches/{id}/services/'> = async (
  { db },
  { params: { id } },
) => {
  if (!(await publicCoach(db, id))) throw notFound();
  const rows = await offeredServices(db, id);
  return rows.map(({ id, label, rateCents, isHourly }) => ({
    id,
    label,
    rate: rateCents / 100,
    is_hourly: isHourly,
  }));
};

const getSlots: Handler<'GET /api/coach/{id}/available-slots/'> = async (
  deps,
  { params: { id }, query: { date, duration }, context },
) => {
  const now = deps.now();
  if (Date.parse(date) > now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    throw new Problem(400, `date: must be within ${MAX_DAYS_AHEAD} days`);
  const student = await userIfAny(deps, context);
  const open = await openings(deps.db, id, date, duration, now, student);
  if (!open) throw notFound();
  const available_slots = open.map(({ start, roomMinutes, heldUntil }) => ({
    start: new Date(start).toISOString().slice(11, 16),
    room_minutes: roomMinutes,
    ...(heldUntil && { held_until: heldUntil.toISOString() }),
  }));
  return {
    available_slots,
    // private responses only: the public one is cached until a slot is taken
    ...(student !== null && { now: now.toISOString() }),
    max_piece_minutes: MAX_PIECE_MINUTES,
  };
};

export const coachHandlers = {
  'GET /api/coaches/{id}/': getCoach,
  'GET /api/coaches/{id}/services/': getServices,
  'GET /api/coach/{id}/available-slots/': getSlots,
} satisfies Partial<Handlers>;
