import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../core/db/open';
import { coaches, reviews, services, users, weeklyHours } from '../core/db/schema';
import { hashPassword } from '../features/accounts/passwords';
import { demo } from './demo';
import { seedMarketplace } from './seed-marketplace';

const description = `**Nova** played Counter-Strike and Valorant in professional teams for seven years and coaches full time now.

- Reviews your own matches with you, round by round
- Gives you a plan for the next two weeks, not a lecture
- Speaks English and German

Curious? Read [how a session works](/how-it-works) before you book.`;

const offered = [
  { slug: 'one_on_one', label: 'One-on-one coaching', rateCents: 2500, isHourly: true },
  { slug: 'team_coaching', label: 'Team coaching', rateCents: 6000, isHourly: true },
  { slug: 'vod_review', label: 'Recorded match review', rateCents: 1800, isHourly: false },
  { slug: 'training_plan', label: 'Four-week training plan', rateCents: 7500, isHourly: false },
];

const reviewTexts: [string, number, string][] = [
  ['Kim', 5, 'He saw in one map what I had not seen in a year. My deaths make sense now.'],
  ['Tomasz', 5, 'Quiet, exact, well prepared. I throw half as many smokes and win more rounds.'],
  ['Ada', 4, 'Great session. I would have liked a little more time for the second map.'],
  ['Jules', 5, 'The plan after the call was worth the money on its own.'],
  ['Anonymous', 5, 'Patient with my questions, honest about my habits.'],
  ['Mika', 4, 'Good drills. They hurt, and they work.'],
  ['Sofia', 5, 'We booked as a team and stopped shouting over each other.'],
  ['Leon', 3, 'Helpful, though my microphone troubles cost us ten minutes.'],
  ['Priya', 5, 'I win my duels on the entry now. Simple as that.'],
  ['Oskar', 5, 'First coach who watched my games before telling me what is wrong.'],
  ['Noor', 4, 'Clear and friendly. Will book the review next.'],
  ['Dani', 5, 'From hardstuck to climbing. Thank you!'],
];

const LOCK = 0x53454544;

const weekdays = [1, 2, 3, 4, 5];
const weekend = [0, 6];
const hour = 60;

export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const emails = Object.values(demo).map(({ email }) => email);
  return (
    (await db.select({ id: users.id }).from(users).where(inArray(users.email, emails)).limit(1))
      .length > 0
  );
}

export async function seedDatabase(
  db: Database,
  now: Date,
  withMarketplace = false,
): Promise<void> {
  const isEmpty = async (at: Database) =>
    (await at.select({ id: users.id }).from(users).limit(1)).length === 0;
  if (!(await isEmpty(db))) return;
  const [coachHash, studentHash] = await Promise.all([
    hashPassword(demo.coach.password),
    hashPassword(demo.student.password),
  ]);
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`); // several APIs may start at once
    if (!(await isEmpty(tx))) return;
    const [coachUser] = await tx
      .insert(users)
      .values({ email: demo.coach.email, passwordHash: coachHash, verifiedAt: now })
      .returning({ id: users.id });
    await tx
      .insert(users)
      .values({ email: demo.student.email, passwordHash: studentHash, verifiedAt: now });
    const [coach] = await tx
      .insert(coaches)
      .values({
        userId: coachUser?.id ?? 0,
        name: 'Nova',
        description,
        imagePath: 'coach-nova.svg',
        specialOffer:
          'book four hours of one-on-one coaching and get a recorded match review on top.',
        rankImages: [
          { path: 'rank-summit.svg', alt: 'Rank: Summit, Counter-Strike 2' },
          { path: 'rank-zenith.svg', alt: 'Rank: Zenith, Valorant' },
        ],
        timeZone: 'Europe/Berlin',
        slug: 'nova',
        games: ['cs2', 'valorant'],
        languages: ['en', 'de'],
        country: 'DE',
      })
      .returning({ id: coaches.id });
    const coachId = coach?.id ?? 0;
    await tx
      .insert(services)
      .values(offered.map((service, position) => ({ ...service, coachId, position })));
    await tx.insert(weeklyHours).values([
      ...weekdays.map((weekday) => ({
        coachId,
        weekday,
        startMinute: 14 * hour,
        endMinute: 22 * hour,
      })),
      ...weekend.map((weekday) => ({
        coachId,
        weekday,
        startMinute: 10 * hour,
        endMinute: 18 * hour,
      })),
    ]);
    await tx.insert(reviews).values(
      reviewTexts.map(([reviewerName, rating, comment]) => ({
        coachId,
        reviewerName,
        rating,
        comment,
      })),
    );
    if (withMarketplace) await seedMarketplace(tx, now);
  });
}
