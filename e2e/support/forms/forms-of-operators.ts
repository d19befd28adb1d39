import type { MinimalServer } from '../any-server/site';
import type { Form } from './form';

const session = { enrolled: true, until: null, recovery_codes: 9 };
const closed = {
  status: 403,
  body: { detail: 'Please enter the code from your authenticator app.' },
};
const coach = { id: 4, name: 'Vex', email: 'vex@example.com', services: 1 };
const inBrowser = { member: true, later: true } as const;
const FAILURE = /That didn't work\. Please try again\.|Token is expired/;
const editedCoach = {
  ...{ id: 7, email: 'vex@example.com', slug: 'vex', name: 'Vex', description: 'Calm' },
  ...{ image_url: null, special_offer: null, meeting_url: null, rank_images: [] },
  services: [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  ...{ picture_origins: [], games: [], languages: [], country: null, clip: null },
  ...{ public_page: '/coaches/vex', choices: { games: [], languages: [], countries: [] } },
};
const hours = {
  ...{ time_zone: 'Europe/Berlin', weekly: [[], [], [], [], [], [], []], special: [] },
  ...{ buffer_minutes: 15, notice_minutes: 120, days_ahead: 30 },
};
const booking = {
  ...{ id: 12, student_id: 3, student: 'kim@example.com', coach_id: 1, coach: 'Nova' },
  ...{ service: 'Coaching', session_time: null, duration_minutes: 60, quantity: 1 },
  ...{ status: 'completed', amount: 25, refunded: 0, refund: 'none' },
  ...{ created_at: '2026-11-20T18:00:00Z', paid_at: '2026-11-20T18:05:00Z' },
  ...{ contact_info: 'kim#1', details: 'Aim.', refund_reason: null },
};
const editing = {
  ...inBrowser,
  path: '/operator/coaches/7',
  failure: FAILURE,
  prepare: async (_: unknown, api: MinimalServer) => {
    api.answer('GET /api/operator/coaches/7/', { body: editedCoach });
    api.answer('GET /api/operator/coaches/7/availability/', { body: hours });
  },
};

export const operatorForms: Record<string, Form> = {
  'second factor': {
    ...inBrowser,
    id: 'second-factor',
    path: '/operator',
    call: 'POST /api/operator/session/',
    texts: {},
    button: 'Continue',
    prepare: async (_, api) => {
      api.answer('GET /api/operator/overview/', closed);
      api.answer('GET /api/operator/incidents/', closed);
      api.answer('GET /api/operator/session/', { body: session });
    },
    complete: (page) => page.getByLabel('Code', { exact: true }).fill('123456'),
    failure: FAILURE,
    empty: /Please enter a code\./,
    fields: { code: 'one-time-code' },
  },
  'partial refund': {
    ...inBrowser,
    id: 'partial-refund',
    path: '/operator/bookings/12',
    call: 'POST /api/operator/bookings/12/refund/',
    texts: {},
    button: 'Refund this amount',
    complete: (page) => page.getByLabel('Amount in USD', { exact: true }).fill('5'),
    prepare: async (_, api) => api.answer('GET /api/operator/bookings/12/', { body: booking }),
    failure: FAILURE,
    empty: /Please enter an amount such as 12\.50\./,
    fields: { amount: 'off' },
  },
  'partial refund paid another way': {
    ...inBrowser,
    id: 'partial-settle',
    path: '/operator/bookings/12',
    call: 'POST /api/operator/bookings/12/settle/',
    texts: {},
    button: 'Record this amount',
    complete: (page) => page.getByLabel('Amount you paid back in USD', { exact: true }).fill('5'),
    prepare: async (_, api) =>
      api.answer('GET /api/operator/bookings/12/', { body: { ...booking, failed_refund: 5 } }),
    failure: FAILURE,
    empty: /Please enter an amount such as 12\.50\./,
    fields: { amount: 'off' },
  },
  'reason of an operator': {
    ...inBrowser,
    id: 'reason-5',
    path: '/operator/reports',
    call: 'POST /api/operator/reviews/5/hide/',
    texts: { 'Reason to hide the review by Kim': 'reason' },
    button: 'Hide review',
    prepare: async (_, api) => {
      api.answer('GET /api/operator/messages/', { body: [] });
      api.answer('GET /api/operator/reviews/', {
        body: [
          {
            ...{ id: 5, coach_id: 1, coach: 'Nova', reviewer_name: 'Kim', rating: 1 },
            ...{ comment: 'Spam.' },
            ...{ reasons: ['Spam'], hidden_because: null },
          },
        ],
      });
    },
    open: (page) => page.getByRole('button', { name: 'Hide the review by Kim' }).click(),
    failure: FAILURE,
    refusal: /Please enter a reason\./,
    empty: /Please enter a reason\./,
    fields: { reason: '' },
  },
  'new coach': {
    ...inBrowser,
    id: 'add-coach',
    path: '/operator/coaches',
    call: 'POST /api/operator/coaches/',
    texts: { Name: 'name' },
    button: 'Add coach',
    prepare: async (_, api) => {
      api.answer('GET /api/operator/applications/', { body: [] });
      api.answer('GET /api/operator/coaches/', { body: [coach] });
    },
    complete: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('kim@example.com');
      await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    },
    failure: FAILURE,
    refusal: /Please enter a name\./,
    empty: /Email is required\./,
    fields: { email: 'off', name: 'off', zone: 'off' },
  },
  'new operator': {
    ...inBrowser,
    id: 'add-operator',
    path: '/operator/operators',
    call: 'POST /api/operator/operators/',
    texts: {},
    button: 'Add operator',
    confirms: true,
    prepare: async (_, api) => api.answer('GET /api/operator/operators/', { body: [] }),
    complete: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('kim@example.com');
      await page.getByLabel('Your 6-digit code').fill('123456');
    },
    failure: FAILURE,
    empty: /Email is required\./,
    fields: { email: 'off', code: 'one-time-code' },
  },
  'change of an operator': {
    ...inBrowser,
    id: 'change-operator-3',
    path: '/operator/operators',
    call: 'POST /api/operator/operators/3/remove/',
    texts: {},
    button: 'Remove operator',
    prepare: async (_, api) =>
      api.answer('GET /api/operator/operators/', {
        body: [{ id: 3, email: 'kim@example.com', since: '2026-11-01T12:00:00Z', enrolled: true }],
      }),
    open: (page) => page.getByRole('button', { name: 'Remove kim@example.com' }).click(),
    complete: (page) => page.getByLabel('Your 6-digit code').first().fill('123456'),
    failure: FAILURE,
    empty: /Please enter a code\./,
    fields: { code: 'one-time-code' },
  },
  'new recovery codes': {
    ...inBrowser,
    id: 'recovery-codes',
    path: '/operator/operators',
    call: 'POST /api/operator/second-factor/recovery-codes/',
    texts: {},
    button: 'Get new codes',
    prepare: async (_, api) => api.answer('GET /api/operator/operators/', { body: [] }),
    complete: (page) => page.getByLabel('6-digit code from the app').fill('123456'),
    failure: FAILURE,
    empty: /Please enter a code\./,
    fields: { code: 'one-time-code' },
  },
  'public page of a coach': {
    ...editing,
    id: 'coach-page',
    call: 'PATCH /api/operator/coaches/7/',
    texts: { Name: 'name', Description: 'description' },
    button: 'Save public page',
    empties: (page) => page.getByLabel('Name', { exact: true }).fill(''),
    empty: /Please enter a name\./,
    fields: {
      ...{ name: 'off', slug: 'off', description: '', offer: 'off', games: 'off' },
      ...{ languages: 'off', country: '', clip: 'off', meeting: 'off', picture: 'off' },
      ranks: '',
    },
  },
  'services of a coach': {
    ...editing,
    id: 'coach-services',
    call: 'PATCH /api/operator/coaches/7/',
    texts: { Service: 'services.0.label' },
    button: 'Save services',
    empties: (page) => page.getByLabel('Service', { exact: true }).fill(''),
    empty: /Please enter at least one service\./,
    fields: {
      ...{ 'service-0': 'off', 'rate-0': 'off', 'unit-0': '' },
      ...{ 'service-1': 'off', 'rate-1': 'off', 'unit-1': '' },
    },
  },
  'hours of a coach': {
    ...editing,
    id: 'coach-hours',
    call: 'PATCH /api/operator/coaches/7/availability/',
    texts: {},
    button: 'Save hours',
    empties: (page) => page.getByLabel('Time zone', { exact: true }).fill(''),
    empty: /Please enter a time zone such as/,
    fields: {
      ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [`day-${day}`, 'off'])),
      ...{ zone: 'off', buffer: 'off', notice: 'off', ahead: 'off' },
    },
  },
  'payouts by hand': {
    ...editing,
    id: 'due-shares-7',
    call: 'POST /api/operator/coaches/7/paid-out/',
    texts: {},
    button: 'Record payouts',
    confirms: true,
    prepare: async (page, api) => {
      await editing.prepare(page, api);
      api.answer('GET /api/operator/coaches/7/due/', { body: { amount: 36, bookings: 2 } });
    },
    complete: (page) =>
      page.getByLabel('Completed or delivered up to', { exact: true }).fill('2026-11-20'),
    failure: FAILURE,
    empty: /Please choose a date\./,
    fields: { until: '' },
  },
  'ledger of some days': {
    ...inBrowser,
    id: 'ledger-days',
    path: '/operator/revenue',
    call: 'GET /api/operator/ledger/export/',
    texts: {},
    button: 'Download these days',
    prepare: async (_, api) => {
      const weeks = { by: 'week', weeks: [], failed_payouts: [], ledger_years: [2026] };
      api.answer('GET /api/operator/revenue/weeks/', { body: weeks });
      api.answer('GET /api/operator/revenue/coaches/', { body: [] });
    },
    complete: async (page) => {
      for (const label of ['First day', 'Last day'])
        await page.getByLabel(label, { exact: true }).fill('2026-11-20');
    },
    failure: FAILURE,
    empty: /Please choose the (?:first|last) day\./,
    fields: { from: '', to: '' },
  },
  invitation: {
    ...inBrowser,
    id: 'invite-0',
    path: '/operator/waiting-lists',
    call: 'POST /api/operator/coaches/4/invitations/',
    texts: {},
    button: 'Invite',
    confirms: true,
    prepare: async (_, api) => {
      api.answer('GET /api/operator/coaches/', { body: [coach] });
      api.answer('GET /api/operator/waitlist/', {
        body: [
          {
            ...{ game: 'lol', email: 'a@example.com', since: '2026-11-01T10:00:00Z' },
            ...{ invited_at: null, unsubscribed: false },
          },
        ],
      });
    },
    failure: FAILURE,
    empty: null,
    fields: { coach: '' },
  },
};
