import { eq } from 'drizzle-orm';
import { coaches, reviews } from '../src/core/db/schema';
import { draw } from './crafted-pictures';
import { plain, type Row } from './matrix-row';

const always = { start: '00:00', end: '24:00' };
const availability = {
  time_zone: 'UTC',
  weekly: Array.from({ length: 7 }, () => [always]),
  special: [],
  ...{ buffer_minutes: 0, notice_minutes: 120, days_ahead: 60 },
};

export const coachRows: Record<string, Row> = {
  'GET /api/coach/availability/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/availability/'),
  },
  'PATCH /api/coach/availability/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/availability/', availability),
  },
  'GET /api/coach/profile/': { may: 'any coach', status: 200, make: plain('/api/coach/profile/') },
  'PATCH /api/coach/profile/': {
    ...{ may: 'any coach', status: 200 },
    // unchanged, for the rows that follow
    async make(api, { coachId }, { userId }) {
      const [own] = await api.db
        .select()
        .from(coaches)
        .where(eq(coaches.userId, userId ?? 0));
      const { body: services } = await api.send(
        'GET',
        `/api/coaches/${own?.id ?? coachId}/services/`,
      );
      return {
        path: '/api/coach/profile/',
        body: {
          description: 'Mine.',
          image_url: null,
          special_offer: null,
          rank_images: [],
          services,
        },
      };
    },
  },
  'POST /api/coach/portrait/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/portrait/', { picture: null }),
  },
  'POST /api/coach/pictures/': {
    may: 'any coach',
    status: 200,
    make: async () => {
      const picture = (await draw(64, 64).png().toBuffer()).toString('base64');
      return { path: '/api/coach/pictures/', body: { use: 'rank', picture, alt: 'Rank: Gold' } };
    },
  },
  'GET /api/coach/earnings/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/earnings/'),
  },
  'GET /api/coach/earnings/export/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/earnings/export/'),
  },
  'GET /api/coach/payouts/': { may: 'any coach', status: 200, make: plain('/api/coach/payouts/') },
  'POST /api/coach/payouts/link/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/payouts/link/', { country: 'DE' }),
  },
  'GET /api/coach/calendar/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/calendar/'),
  },
  'PATCH /api/coach/calendar/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/calendar/', { url: null }),
  },
  'POST /api/coach/calendar/renew/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/calendar/renew/', {}),
  },
  'GET /api/coach/checklist/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/checklist/'),
  },
  'PATCH /api/coach/checklist/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/coach/checklist/', { hidden: true }),
  },
  'POST /api/reviews/{id}/reply/': {
    ...{ may: 'coach', status: 200 },
    async make(api, { coachId }) {
      const [row] = await api.db
        .insert(reviews)
        .values({ coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5 })
        .returning();
      return { path: `/api/reviews/${row?.id}/reply/`, body: { reply: 'Thank you.' } };
    },
  },
  'GET /api/waitlist/entries/': {
    may: 'any coach',
    status: 200,
    make: plain('/api/waitlist/entries/'),
  },
};
