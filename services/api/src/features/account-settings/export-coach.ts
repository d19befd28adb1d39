import { asc, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { coachApplications, coaches, specialDays, weeklyHours } from '../../core/db/schema';
import { coachPicture, galleryOf, pictureUrl } from '../coaches/pictures';
import { offeredServices } from '../coaches/profile';
import { readUpload } from '../uploads/files';

export async function exportApplications(
  { db, pictures }: Pick<Dependencies, 'db' | 'pictures'>,
  email: string,
) {
  const readProof = async (name: string | null) => {
    const file = name && (await readUpload({ pictures }, name));
    return file ? `data:image/webp;base64,${file.toString('base64')}` : null;
  };
  const rows = await db
    .select()
    .from(coachApplications)
    .where(eq(coachApplications.email, email.toLowerCase()))
    .orderBy(asc(coachApplications.id));
  return Promise.all(
    rows.map(
      async ({ name, game, rank, links, about, timeZone, createdAt, decidedAt, picture }) => ({
        ...{ name, game, rank, links, about },
        /** Data URL, because only operators can load it. */
        picture: await readProof(picture),
        time_zone: timeZone,
        sent_at: createdAt.toISOString(),
        decided_at: decidedAt?.toISOString() ?? null,
      }),
    ),
  );
}

const toWindow = ({ startMinute, endMinute }: { startMinute: number; endMinute: number }) => ({
  start_minute: startMinute,
  end_minute: endMinute,
});

/** Returns what a coach has entered; null for other users. */
export async function exportCoach({ db, config }: Dependencies, userId: number) {
  const [coach] = await db.select().from(coaches).where(eq(coaches.userId, userId));
  if (!coach) return null;
  const offered = await offeredServices(db, coach.id);
  const hours = await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coach.id));
  const days = await db.select().from(specialDays).where(eq(specialDays.coachId, coach.id));
  const { name, description, slug, games, languages, country, clip } = coach;
  return {
    ...{ name, description, slug, games, languages, country, clip },
    special_offer: coach.specialOffer,
    portrait_url: coach.portrait && coachPicture(config, coach),
    rank_images: coach.rankImages.map(({ path, alt }) => ({ url: pictureUrl(config, path), alt })),
    gallery: galleryOf(config, coach).map(({ url, alt }) => ({ url, alt })),
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
  };
}
