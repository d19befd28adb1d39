import type { Page } from 'playwright/test';
import type { MinimalServer } from './any-server';

/** One form of the site, as the tests meet it. */
export interface Form {
  path: string;
  call: string;
  /** Labels of its free text, and where each is in the payload. */
  texts: Record<string, string>;
  button: string;
  verified?: boolean;
  member?: boolean;
  /** What else it needs: answers of the server, fields. */
  prepare?(page: Page, api: MinimalServer): Promise<void>;
  open?(page: Page): Promise<void>;
  rest?(page: Page): Promise<void>;
  /** What a failure of the server says. */
  failure: RegExp;
  /** What it says to text that it does not send. */
  refusal?: RegExp;
  /** What an empty form says; null: it may be sent empty. */
  empty: RegExp | null;
  /** Its fields, by the name under which browsers and password managers know them, with what they may fill in. */
  fields: Record<string, string>;
}

const session = {
  id: 3,
  coach_name: 'Nova',
  session_time: '2026-01-05T18:00:00Z',
  duration_minutes: 60,
  status: 'completed',
  has_review: false,
};
/** Every form that somebody types into. */
export const forms: Record<string, Form> = {
  login: {
    path: '/login',
    call: 'POST /api/token/',
    texts: { Email: 'username', Password: 'password' },
    button: 'Login',
    verified: true,
    failure: /Invalid email or password\./,
    empty: /Email and password are required\./,
    fields: { email: 'username', password: 'current-password' },
  },
  register: {
    path: '/register',
    call: 'POST /api/register/',
    texts: { Email: 'email' },
    button: 'Register',
    verified: true,
    rest: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm password', { exact: true }).fill('Secret-123!');
    },
    failure: /Registration failed\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'username', password: 'new-password', repeated: 'new-password' },
  },
  'forgot password': {
    path: '/forgot-password',
    call: 'POST /api/auth/password-reset/',
    texts: { Email: 'email' },
    button: 'Send password reset link',
    verified: true,
    failure: /If the email is registered, a reset link has been sent\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'username' },
  },
  'reset password': {
    path: '/reset-password?uid=1&token=x',
    call: 'POST /api/auth/password-reset-confirm/',
    texts: {},
    button: 'Set new password',
    rest: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm new password', { exact: true }).fill('Secret-123!');
    },
    failure: /Link invalid or expired\./,
    empty: /Password must be at least 8 characters/,
    fields: { password: 'new-password', repeated: 'new-password' },
  },
  booking: {
    path: '/booking/7',
    call: 'POST /api/create-booking/',
    texts: { 'Contact info': 'contact_info', Details: 'details' },
    button: 'Book Now',
    member: true,
    prepare: async (_, api) => {
      api.answer('GET /api/coaches/7/', { body: { id: 7, name: 'Robin', description: 'Aim.' } });
      api.answer('GET /api/coaches/7/services/', {
        body: [{ id: 4, label: 'Review', rate: 10, is_hourly: false }],
      });
      api.answer('GET /api/reviews/by-coach/7/', { body: [] });
      api.answer('GET /api/coach/7/available-slots/', { body: { available_slots: [] } });
    },
    failure: /Failed to create booking\./,
    empty: /Contact info is required\./,
    fields: { service: '', quantity: 'off', contact: 'email', details: '' },
  },
  review: {
    path: '/sessions',
    call: 'POST /api/reviews/',
    texts: { 'Display name': 'reviewer_name', Comment: 'comment' },
    button: 'Submit',
    member: true,
    prepare: async (_, api) => api.answer('GET /api/my-sessions/', { body: [session] }),
    open: (page) => page.getByRole('button', { name: 'Leave a Review' }).click(),
    failure: /Error: /,
    empty: null,
    fields: { rating: '', name: 'nickname', comment: '' },
  },
  'coach notes': {
    path: '/coach/bookings/1',
    call: 'PATCH /api/bookings/1/notes/',
    texts: { 'Coach Notes': 'notes' },
    button: 'Save Notes',
    member: true,
    prepare: async (_, api) =>
      api.answer('GET /api/bookings/', { body: [{ id: 1, status: 'confirmed' }] }),
    failure: /Failed to update notes/,
    empty: null,
    fields: { notes: '' },
  },
  waitlist: {
    path: '/lol',
    call: 'POST /api/waitlist/',
    texts: { 'Your email': 'email' },
    button: 'Tell me when a coach is available',
    failure: /That did not work\. Please try again\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'email' },
  },
};
