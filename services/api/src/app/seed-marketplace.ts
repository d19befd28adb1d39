import type { Database } from '../core/db/open';
import {
  coachApplications,
  coaches,
  operators,
  reviews,
  services,
  users,
  weeklyHours,
} from '../core/db/schema';
import { hashPassword } from '../features/accounts/passwords';
import { demo } from './demo';

interface DemoCoach {
  name: string;
  slug: string;
  games: string[];
  languages: string[];
  country: string;
  timeZone: string;
  hourlyCents: number;
  description: string;
  open: [from: number, to: number];
  reviews: [name: string, rating: number, comment: string][];
}

const HOUR = 60;

const demoCoaches: DemoCoach[] = [
  {
    name: 'Ember Sato',
    slug: 'ember-sato',
    games: ['valorant'],
    languages: ['en', 'ja'],
    country: 'JP',
    timeZone: 'Asia/Tokyo',
    hourlyCents: 4200,
    description:
      'Immortal duelist main who spent four years as an analyst for a Tier 2 team. We pick two rounds you lost and find the moment it went wrong.',
    open: [17, 23],
    reviews: [
      ['Rae', 5, 'I finally know when to swing and when to hold.'],
      ['Theo', 5, 'Two rounds, one hour, three habits fixed.'],
      ['Mai', 4, 'Very precise. Bring a recording.'],
    ],
  },
  {
    name: 'Marek Dvorak',
    slug: 'marek-dvorak',
    games: ['cs2'],
    languages: ['en', 'cs', 'pl'],
    country: 'CZ',
    timeZone: 'Europe/Prague',
    hourlyCents: 2800,
    description:
      'In-game leader for six seasons. I teach small teams how to call mid-round without shouting, and solo players how to read a map.',
    open: [15, 22],
    reviews: [
      ['Pavel', 5, 'Our mid-rounds have a plan now.'],
      ['Anna', 4, 'Great map reading drills.'],
    ],
  },
  {
    name: 'Lucia Fontes',
    slug: 'lucia-fontes',
    games: ['cs2', 'valorant'],
    languages: ['pt', 'es', 'en'],
    country: 'BR',
    timeZone: 'America/Sao_Paulo',
    hourlyCents: 2200,
    description:
      'Aim coach. Twenty minutes of your own matches, then a routine of fifteen minutes a day that fits your mistakes.',
    open: [12, 20],
    reviews: [
      ['Bruno', 5, 'Best aim routine I have tried.'],
      ['Inês', 5, 'Patient and funny. My tracking is so much better.'],
      ['Kai', 5, 'Short sessions that stick.'],
      ['Jo', 4, 'Wish it were longer.'],
    ],
  },
  {
    name: 'Owen Hart',
    slug: 'owen-hart',
    games: ['valorant'],
    languages: ['en'],
    country: 'US',
    timeZone: 'America/Chicago',
    hourlyCents: 3500,
    description:
      'Controller and sentinel coach for players from Silver to Ascendant. You leave with three setups for each map you play.',
    open: [9, 17],
    reviews: [['Sam', 4, 'My smokes finally land.']],
  },
  {
    name: 'Nils Berg',
    slug: 'nils-berg',
    games: ['cs2'],
    languages: ['sv', 'en', 'de'],
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    hourlyCents: 5500,
    description:
      'AWPer with three Major qualifiers. Positioning, timing, and when to put the rifle away.',
    open: [18, 22],
    reviews: [],
  },
];

async function addCoach(tx: Database, demo: DemoCoach, now: Date): Promise<void> {
  const { hourlyCents, open, reviews: written, ...profile } = demo;
  const email = `${demo.slug}@carry.example`;
  // a hash that no password has: these accounts cannot sign in
  const account = { email, passwordHash: 'none', verifiedAt: now };
  const [user] = await tx.insert(users).values(account).returning({ id: users.id });
  const [coach] = await tx
    .insert(coaches)
    .values({ ...profile, userId: user?.id ?? 0 })
    .returning({ id: coaches.id });
  const coachId = coach?.id ?? 0;
  const hourly = { coachId, slug: 'one_on_one', label: 'One-on-one coaching', isHourly: true };
  const review = { coachId, slug: 'vod_review', label: 'Recorded match review', isHourly: false };
  await tx.insert(services).values([
    { ...hourly, rateCents: hourlyCents, position: 0 },
    { ...review, rateCents: Math.round((hourlyCents * 0.7) / 100) * 100, position: 1 },
  ]);
  const [startMinute, endMinute] = [open[0] * HOUR, open[1] * HOUR];
  await tx
    .insert(weeklyHours)
    .values([0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ coachId, weekday, startMinute, endMinute })));
  if (written.length > 0)
    await tx.insert(reviews).values(
      written.map(([reviewerName, rating, comment]) => ({
        coachId,
        reviewerName,
        rating,
        comment,
      })),
    );
}

async function addOperator(tx: Database, now: Date): Promise<void> {
  const { email, password } = demo.operator;
  const account = { email, passwordHash: await hashPassword(password), verifiedAt: now };
  const [user] = await tx.insert(users).values(account).returning({ id: users.id });
  await tx.insert(operators).values({ userId: user?.id ?? 0, addedAt: now });
}

export async function seedMarketplace(tx: Database, now: Date): Promise<void> {
  for (const coach of demoCoaches) await addCoach(tx, coach, now);
  await addOperator(tx, now);
  await tx.insert(coachApplications).values({
    email: 'vex@carry.example',
    name: 'Vex',
    game: 'lol',
    rank: 'Challenger, two years in a regional league',
    links: 'https://profiles.example/vex',
    about: 'Mid lane and macro. We watch your last loss and find the wave that cost it.',
    timeZone: 'Europe/Warsaw',
    createdAt: now,
  });
}
