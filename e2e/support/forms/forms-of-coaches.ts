import type { Form } from './form';

const hours = {
  time_zone: 'Europe/Berlin',
  weekly: [[], [{ start: '14:00', end: '22:00' }], [], [], [], [], []],
  special: [],
  buffer_minutes: 15,
  notice_minutes: 120,
  days_ahead: 30,
};

const timed = {
  ...{ id: 1, status: 'confirmed', session_time: '2099-01-05T18:00:00Z', duration_minutes: 60 },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
  ...{ unread: 0, reader: 'coach', timed: true, student_name: 'Kim', student_booking: 1 },
  ...{ time_zone: 'UTC', writable: true, has_review: false, suggested_time: null, history: [] },
};

export const coachForms: Record<string, Form> = {
  'coach notes': {
    id: 'coach-notes',
    path: '/coach/bookings/1',
    call: 'PATCH /api/bookings/1/notes/',
    texts: { 'Coach Notes': 'notes' },
    button: 'Save Notes',
    member: true,
    later: true,
    prepare: async (_, api) =>
      api.answer('GET /api/bookings/', { body: [{ id: 1, status: 'confirmed' }] }),
    failure: /Failed to update notes/,
    failsBy: 'alert',
    empty: null,
    fields: { notes: '' },
  },
  'suggested time': {
    id: 'suggest-1',
    path: '/coach/bookings/1',
    call: 'POST /api/bookings/1/suggest/',
    texts: {},
    button: 'Send suggestion',
    member: true,
    later: true,
    prepare: async (_, api) => {
      api.answer('GET /api/bookings/', { body: [timed] });
      api.answer('GET /api/bookings/1/', { body: timed });
      api.answer('GET /api/bookings/1/messages/', {
        body: { messages: [], older: null, seen: 0 },
      });
      api.answer('GET /api/bookings/1/times/', {
        body: { starts: ['2099-01-07T18:00:00Z'], next: null },
      });
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'Suggest another time' }).click();
      await page.getByRole('radio').waitFor({ state: 'attached' });
    },
    complete: (page) => page.getByRole('radio').check({ force: true }),
    failure: /We couldn't send your suggestion\./,
    failsBy: 'alert',
    empty: /Please choose a time\./,
    fields: { start: '' },
  },
  availability: {
    id: 'availability',
    path: '/coach/availability',
    call: 'PATCH /api/coach/availability/',
    texts: {},
    button: 'Save availability',
    member: true,
    later: true,
    prepare: async (_, api) =>
      api.answer('GET /api/coach/availability/', {
        body: hours,
      }),
    empties: (page) => page.getByLabel('Your time zone').fill(''),
    failure: /We couldn't save your availability\. Please try again\.|Token is expired/,
    empty: /Choose a time zone from the list\./,
    fields: {
      zone: 'off',
      'availability-weekly-1-0-start': '',
      'availability-weekly-1-0-end': '',
      'special-date': '',
      'special-until': '',
      buffer: '',
      notice: '',
      ahead: '',
    },
  },
  'busy calendar': {
    id: 'busy-calendar',
    path: '/coach/availability',
    call: 'PATCH /api/coach/calendar/',
    texts: {},
    button: 'Connect',
    member: true,
    later: true,
    prepare: async (_, api) => {
      api.answer('GET /api/coach/availability/', { body: hours });
      api.answer('GET /api/coach/calendar/', {
        body: { feed_url: `${api.url}/calendar/coach/1/secret/sessions.ics`, busy: null },
      });
    },
    complete: (page) => page.getByLabel('Calendar address').fill('https://cal.example/a.ics'),
    failure: /Please try again\.|Token is expired/,
    empty: /Paste the address of your calendar\./,
    fields: { address: 'off' },
  },
  profile: {
    id: 'profile',
    path: '/coach/profile',
    call: 'PATCH /api/coach/profile/',
    texts: { Description: 'description' },
    button: 'Save profile',
    member: true,
    later: true,
    prepare: async (_, api) =>
      api.answer('GET /api/coach/profile/', {
        body: {
          name: 'Nova',
          description: '**Calm**',
          image_url: null,
          special_offer: null,
          rank_images: [{ url: `${api.url}/summit.svg`, alt: 'Rank: Summit' }],
          services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
          picture_origins: [api.url],
        },
      }),
    empties: (page) => page.getByLabel('Price in USD').fill(''),
    failure: /We couldn't save your profile\. Please try again\.|Token is expired/,
    empty: /Enter a price from \$0\.50 to \$9,999\.99/,
    fields: {
      name: 'nickname',
      description: '',
      image: '',
      offer: '',
      'rank-1': '',
      'rank-words-1': '',
      'service-1': '',
      'rate-1': '',
      'unit-1': '',
    },
  },
  reply: {
    id: 'reply-5',
    path: '/coach/reviews',
    call: 'POST /api/reviews/5/reply/',
    texts: { 'Your reply to Kim': 'reply' },
    button: 'Save reply',
    member: true,
    prepare: async (_, api) => {
      api.answer('GET /api/me/', { body: { email: 'nova@example.com', coach_id: 7 } });
      api.answer('GET /api/reviews/by-coach/7/', {
        body: [{ id: 5, reviewer_name: 'Kim', rating: 4, comment: 'Good.' }],
      });
    },
    open: (page) => page.getByRole('button', { name: 'Reply to Kim' }).click(),
    failure: /We couldn't save your reply\. Please try again\.|Token is expired/,
    refusal: /Write a reply first\./,
    empty: /Write a reply first\./,
    fields: { reply: '' },
  },
};
