import { MAX_DAYS_AHEAD } from '@carry/contracts/limits';
import { eq } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coachTotals } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { userIfAny } from '../accounts/access-token';
import { SIGN_IN_METHODS } from '../accounts/sign-in';
import { readClip } from './clips';
import { publicCoach } from './coach-lookup';
import { getIntroduction } from './introduction';
import { coachPicture, listGallery, pictureUrl, socialPicture } from './pictures';
import { offeredServices } from './profile';
import { MAX_PIECE_MINUTES, openings } from './slots';

const DAY_MS = 24 * 3_600_000;

async function readTotals(db: Database, coachId: number): Promise<(kind: number) => number> {
  const rows = await db.select().from(coachTotals).where(eq(coachTotals.coachId, coachId));
  return (kind) => rows.find((row) => row.kind === kind)?.number ?? 0;
}

const getCoach: Handler<'GET /api/coaches/{id}/'> = async ({ db, config }, { params: { id } }) => {
  const coach = await publicCoach(db, id);
  if (!coach) throw notFound();
  const getTotal = await readTotals(db, id);
  return {
    id,
    name: coach.name,
    description: coach.description,
    image_url: coachPicture(config, coach),
    special_offer: coach.specialOffer,
    rank_images: coach.rankImages.map(({ path, alt }) => ({ url: pictureUrl(config, path), alt })),
    cancel_hours: config.cancelHours,
    sign_in: SIGN_IN_METHODS,
    sessions_given: getTotal(0),
    rating_counts: [1, 2, 3, 4, 5].map(getTotal),
    ...getIntroduction(config, coach),
    gallery: listGallery(config, coach),
    social_picture: socialPicture(config, coach.portrait),
    clip: coach.clip === null ? null : readClip(coach.clip, config.siteUrl),
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
    throw new Problem(400, `Date: must be within ${MAX_DAYS_AHEAD} days`);
  const student = await userIfAny(deps, context);
  const query = { day: date, minutes: duration, now, studentId: student };
  const open = await openings(deps.db, id, query);
  if (!open) throw notFound();
  const available_slots = open.map(({ start, freeMinutes, heldUntil }) => ({
    start: new Date(start).toISOString().slice(11, 16),
    room_minutes: freeMinutes,
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
