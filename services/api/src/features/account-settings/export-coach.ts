import { and, asc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  busyTimes,
  coachApplications,
  coachCalendars,
  coaches,
  coachSlugs,
  payoutAccounts,
  reviews,
  specialDays,
  weeklyHours,
} from '../../core/db/schema';
import { isBetween } from '../../core/lists/page';
import { coachPicture, listGallery, pictureUrl } from '../coaches/pictures';
import { offeredServices } from '../coaches/profile';
import { readUpload } from '../uploads/files';

/** Reads applications one at a time, because each has a picture. */
export async function* readApplications(
  { db, pictures }: Pick<Dependencies, 'db' | 'pictures'>,
  { userId, email }: { userId: number; email: string },
) {
  const readProof = async (name: string | null) => {
    const file = name && (await readUpload({ pictures }, name));
    return file ? `data:image/webp;base64,${file.toString('base64')}` : null;
  };
  const ownCoach = db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId));
  const isOwn = or(
    eq(coachApplications.email, email.toLowerCase()),
    inArray(coachApplications.coachId, ownCoach), // perhaps with an earlier address
  );
  for (let last = 0; ; ) {
    const [row] = await db
      .select()
      .from(coachApplications)
      .where(and(isOwn, gt(coachApplications.id, last)))
      .orderBy(asc(coachApplications.id))
      .limit(1);
    if (!row) return;
    const { name, game, rank, links, about, timeZone, createdAt, decidedAt, picture } = row;
    yield [
      {
        ...{ name, game, rank, links, about },
        /** Data URL, because only operators can load it. */
        picture: await readProof(picture),
        time_zone: timeZone,
        sent_at: createdAt.toISOString(),
        decided_at: decidedAt?.toISOString() ?? null,
      },
    ];
    last = row.id;
  }
}

const toWindow = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) => ({
  start_minute: startMinute,
  end_minute: endMinute,
});

async function exportCalendar({ db }: Dependencies, coachId: number) {
  const [calendar] = await db
    .select()
    .from(coachCalendars)
    .where(eq(coachCalendars.coachId, coachId));
  const times = await db
    .select()
    .from(busyTimes)
    .where(eq(busyTimes.coachId, coachId))
    .orderBy(asc(busyTimes.startsAt));
  return {
    url: calendar?.url ?? null,
    read_at: calendar?.readAt?.toISOString() ?? null,
    problem: calendar?.problem ?? null,
    busy_times: times.map(({ startsAt, endsAt }) => ({
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
    })),
  };
}

async function exportPayoutAccount({ db }: Dependencies, coachId: number) {
  const [account] = await db
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.coachId, coachId));
  if (!account) return null;
  const { account: id, submitted, enabled, failure, updatedAt } = account;
  return { id, submitted, enabled, failure, updated_at: updatedAt.toISOString() };
}

async function formerSlugs({ db }: Dependencies, { id, slug }: typeof coaches.$inferSelect) {
  const rows = await db
    .select({ slug: coachSlugs.slug })
    .from(coachSlugs)
    .where(and(eq(coachSlugs.coachId, id), ne(coachSlugs.slug, slug ?? '')))
    .orderBy(asc(coachSlugs.slug));
  return rows.map(({ slug }) => slug);
}

export async function readReplies(
  db: Database,
  userId: number,
  { last, limit }: { last: number; limit: number },
) {
  const ownCoach = db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, userId));
  const isOwn = isBetween(
    { key: [reviews.coachId, reviews.id], owner: sql`${ownCoach}` },
    { after: last },
  );
  const rows = await db
    .select({ id: reviews.id, reply: reviews.reply })
    .from(reviews)
    .where(and(isOwn, isNotNull(reviews.reply)))
    .orderBy(asc(reviews.coachId), asc(reviews.id))
    .limit(limit);
  return rows.map(({ id, reply }) => ({ id, row: { review: id, reply } }));
}

/** Returns a coach's profile, hours, calendar and payout account; null for other users. */
export async function exportCoach(deps: Dependencies, userId: number) {
  const { db, config } = deps;
  const [coach] = await db.select().from(coaches).where(eq(coaches.userId, userId));
  if (!coach) return null;
  const offered = await offeredServices(db, coach.id);
  const hours = await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coach.id));
  const days = await db.select().from(specialDays).where(eq(specialDays.coachId, coach.id));
  const { name, description, slug, games, languages, country, clip } = coach;
  return {
    ...{ name, description, slug, games, languages, country, clip },
    former_slugs: await formerSlugs(deps, coach),
    special_offer: coach.specialOffer,
    portrait_url: coach.portrait && coachPicture(config, coach),
    rank_images: coach.rankImages.map(({ path, alt }) => ({ url: pictureUrl(config, path), alt })),
    gallery: listGallery(config, coach).map(({ url, alt }) => ({ url, alt })),
    meeting_url: coach.meetingUrl,
    time_zone: coach.timeZone,
    buffer_minutes: coach.bufferMinutes,
    notice_minutes: coach.noticeMinutes,
    days_ahead: coach.daysAhead,
    services: offered.map(({ label, rateCents, isHourly }) => ({
      label,
      rate: rateCents / 100,
      is_hourly: isHourly,
    })),
    weekly_hours: hours.map(({ weekday, ...window }) => ({ weekday, ...toWindow(window) })),
    special_days: days.map(({ day, windows }) => ({ day, windows: windows.map(toWindow) })),
    calendar: await exportCalendar(deps, coach.id),
    payout_account: await exportPayoutAccount(deps, coach.id),
  };
}
