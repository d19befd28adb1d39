import type { Form } from './form';

const session = {
  id: 3,
  coach_name: 'Nova',
  session_time: '2026-01-05T18:00:00Z',
  duration_minutes: 60,
  status: 'completed',
  amount: 25,
  refund: 'none',
};
const withSession =
  (more: object): NonNullable<Form['prepare']> =>
  async (_, api) => {
    api.answer('GET /api/my-sessions/', { body: [{ ...session, ...more }] });
    api.answer('GET /api/my-sessions/3/times/', {
      body: { starts: ['2099-01-07T18:00:00Z'], next: null },
    });
  };
const withAccount: NonNullable<Form['prepare']> = async (_, api) =>
  api.answer('GET /api/account/', {
    body: {
      email: 'kim@example.com',
      pending_email: null,
      reminders: true,
      display_name: { name: 'Student 3', chosen: false },
      devices: [],
      deletable: true,
      ending: [],
    },
  });
const fill =
  (...fields: string[]): NonNullable<Form['complete']> =>
  async (page) => {
    for (const field of fields) await page.locator(`#${field}`).fill('Secret-123!');
  };
/** The default message, or the server's message. */
const notDone = /That didn't work\. Please try again\.|Token is expired/;

export const memberForms: Record<string, Form> = {
  booking: {
    id: 'booking',
    path: '/booking/30', // of its own: a site caches the answers about a coach
    call: 'POST /api/create-booking/',
    texts: { 'Contact info': 'contact_info', Details: 'details' },
    button: 'Book Now',
    member: true,
    prepare: async (_, api) => {
      api.answer('GET /api/coaches/30/', { body: { id: 30, name: 'Robin', description: 'Aim.' } });
      api.answer('GET /api/coaches/30/services/', {
        body: [{ id: 4, label: 'Review', rate: 10, is_hourly: false }],
      });
      api.answer('GET /api/reviews/by-coach/30/', { body: [] });
      api.answer('GET /api/coach/30/available-slots/', { body: { available_slots: [] } });
    },
    failure: /Failed to create booking\./,
    failsBy: 'alert',
    empty: /Contact info is required\./,
    fields: { service: '', quantity: 'off', contact: 'email', details: '' },
  },
  review: {
    id: 'review-3',
    path: '/sessions',
    call: 'POST /api/reviews/',
    texts: { 'Display name': 'reviewer_name', Comment: 'comment' },
    button: 'Submit',
    member: true,
    prepare: withSession({ has_review: false }),
    open: (page) => page.getByRole('button', { name: 'Leave a Review' }).click(),
    failure: /Error: /,
    failsBy: 'alert',
    empty: null,
    fields: { rating: '', name: 'nickname', comment: '' },
  },
  'report of a review': {
    id: 'report-5',
    path: '/booking/47', // of its own: a site caches the answers about a coach
    call: 'POST /api/reviews/5/report/',
    texts: { 'Anything else? (optional)': 'reason' },
    button: 'Confirm',
    member: true,
    prepare: async (_, api) => {
      api.answer('GET /api/coaches/47/', { body: { id: 47, name: 'Robin', description: 'Aim.' } });
      api.answer('GET /api/coaches/47/services/', { body: [] });
      api.answer('GET /api/reviews/by-coach/47/', {
        body: [{ ...{ id: 5, reviewer_name: 'Kim', rating: 1, comment: 'Spam.' }, verified: true }],
      });
    },
    open: (page) => page.getByRole('button', { name: 'Report', exact: true }).click(),
    failure: /We couldn't report the review\. Please try again\./,
    empty: null,
    fields: { reason: '', more: '' },
  },
  refund: {
    id: 'refund-3',
    path: '/sessions',
    call: 'POST /api/my-sessions/3/refund/',
    texts: { 'What went wrong?': 'reason' },
    button: 'Send Request',
    member: true,
    prepare: withSession({ has_review: true, refund_until: '2099-01-07T18:00:00Z' }),
    open: (page) => page.getByRole('button', { name: 'Request a refund' }).click(),
    failure: /Failed to request the refund/,
    failsBy: 'alert',
    empty: null,
    fields: { reason: '' },
  },
  move: {
    id: 'move-3',
    path: '/sessions',
    call: 'POST /api/my-sessions/3/move/',
    texts: {},
    button: 'Move to this time',
    member: true,
    prepare: withSession({
      status: 'confirmed',
      session_time: '2099-01-05T18:00:00Z',
      move_until: '2099-01-05T06:00:00Z',
    }),
    open: async (page) => {
      await page.getByRole('button', { name: 'Move session' }).click();
      await page.getByRole('radio').waitFor({ state: 'attached' });
    },
    complete: (page) => page.getByRole('radio').check({ force: true }),
    failure: /Failed to move the session/,
    failsBy: 'alert',
    empty: /Please choose a new time\./,
    fields: { start: '' },
  },
  'account address': {
    id: 'account-address',
    path: '/account',
    call: 'POST /api/account/email/',
    texts: { 'New email': 'email' },
    button: 'Change address',
    member: true,
    later: true,
    prepare: withAccount,
    complete: fill('account-address-password'),
    failure: notDone,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'email', password: 'current-password' },
  },
  'display name': {
    id: 'display-name',
    path: '/account',
    call: 'POST /api/account/display-name/',
    texts: { 'Name that coaches see': 'name' },
    button: 'Save name',
    member: true,
    later: true,
    prepare: withAccount,
    failure: notDone,
    empty: null,
    fields: { name: 'nickname' },
  },
  'account password': {
    id: 'account-password',
    path: '/account',
    call: 'POST /api/account/password/',
    texts: {},
    button: 'Change password',
    member: true,
    later: true,
    prepare: withAccount,
    complete: fill(
      'account-password-current',
      'account-password-password',
      'account-password-repeated',
    ),
    failure: notDone,
    empty: /Your current password is required\./,
    fields: {
      current: 'current-password',
      password: 'new-password',
      repeated: 'new-password',
    },
  },
  'delete account': {
    id: 'delete-account',
    path: '/account',
    call: 'POST /api/account/delete/',
    texts: {},
    button: 'Delete my account for good',
    member: true,
    prepare: withAccount,
    async open(page) {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('button', { name: 'Delete my account for good' }).waitFor();
    },
    complete: fill('delete-account-password'),
    failure: notDone,
    empty: /Your password is required\./,
    fields: { password: 'current-password' },
  },
};
