import type { Page } from 'playwright/test';
import { offer } from '../any-server/offer';
import type { MinimalServer } from '../any-server/site';
import type { Form } from './form';

/** Adds a coach of a server that signs in by code. */
function withSignIn(api: MinimalServer, id: number): void {
  offer(api, id);
  const body = { name: 'Rook', description: 'Plain text.', image_url: null, sign_in: ['code'] };
  api.answer(`GET /api/coaches/${id}/`, { body });
}

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in without a password' }).click();
  await page.getByRole('dialog').waitFor();
}

export const visitorForms: Record<string, Form> = {
  login: {
    id: 'login',
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
    id: 'register',
    path: '/register',
    call: 'POST /api/register/',
    texts: { Email: 'email' },
    button: 'Register',
    verified: true,
    complete: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm password', { exact: true }).fill('Secret-123!');
    },
    failure: /Registration failed\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'username', password: 'new-password', repeated: 'new-password' },
  },
  'verification mail': {
    id: 'resend',
    path: '/login',
    call: 'POST /api/auth/resend-verification/',
    texts: {},
    button: 'Resend verification email',
    prepare: async (_, api) =>
      api.answer('POST /api/token/', {
        status: 401,
        body: { detail: 'Your email address is not verified yet.', code: 'email_not_verified' },
      }),
    open: async (page) => {
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
      await page.getByRole('button', { name: 'I am human' }).click();
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await page.getByText('not verified').first().waitFor();
    },
    failure: /We couldn't send the email\. Please try again\./,
    empty: null,
    fields: {},
  },
  'verify email': {
    id: 'verify-email',
    path: '/verify-email?token=x',
    call: 'POST /api/auth/verify-email/',
    texts: {},
    button: 'Verify my email',
    complete: async (page) => page.getByLabel('Password', { exact: true }).fill('Secret-123!'),
    failure: /We couldn't check this link\. Please try again\./,
    empty: /Password is required\./,
    fields: { current: 'current-password' },
  },
  'forgot password': {
    id: 'forgot-password',
    path: '/forgot-password',
    call: 'POST /api/auth/password-reset/',
    texts: { Email: 'email' },
    button: 'Send password reset link',
    verified: true,
    failure: /If the email is registered, a reset link has been sent\./,
    failsBy: 'nothing',
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'username' },
  },
  'reset password': {
    id: 'reset-password',
    path: '/reset-password?uid=1&token=x',
    call: 'POST /api/auth/password-reset-confirm/',
    texts: {},
    button: 'Set new password',
    complete: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm new password', { exact: true }).fill('Secret-123!');
    },
    failure: /Link invalid or expired\./,
    empty: /Password must be at least 8 characters/,
    fields: { password: 'new-password', repeated: 'new-password' },
  },
  'sign-in address': {
    id: 'sign-in',
    path: '/booking/71',
    call: 'POST /api/auth/code/',
    texts: { Email: 'email' },
    button: 'Email me a code',
    prepare: async (_, api) => withSignIn(api, 71),
    open: openSignIn,
    failure: /We couldn't send the code\. Please try again\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'email' },
  },
  'sign-in code': {
    id: 'sign-in-code',
    path: '/booking/72',
    call: 'POST /api/auth/code/confirm/',
    texts: {},
    button: 'Log in',
    prepare: async (_, api) => {
      withSignIn(api, 72);
      api.answer('POST /api/auth/code/', { body: { request: 'r' } });
    },
    open: async (page) => {
      await openSignIn(page);
      await page.getByRole('dialog').getByLabel('Email').fill('kim@example.com');
      await page.getByRole('button', { name: 'Email me a code' }).click();
    },
    // without an input event, because the sixth digit submits
    complete: (page) =>
      page.getByLabel('Six-digit code').evaluate((field: HTMLInputElement) => {
        field.value = '123456';
      }),
    failure: /We couldn't check the code\. Please try again\./,
    empty: /Please enter the six digits\./,
    fields: { code: 'one-time-code' },
  },
  'become a coach': {
    id: 'become-coach',
    path: '/become-a-coach',
    call: 'POST /api/coach-applications/',
    prepare: async (_, api) => {
      const body = { coaches: [], next: null, languages: [], applications_open: true };
      api.answer('GET /api/coaches/', { body });
    },
    texts: {
      'Name that students see': 'name',
      'Your email': 'email',
      'Rank and results': 'rank',
      Proof: 'links',
      'How you coach': 'about',
    },
    button: 'Send application',
    complete: async (page) => {
      await page.getByLabel('Game', { exact: true }).selectOption('lol');
    },
    failure: /That didn't work\. Please try again\./,
    refusal: /Please enter a valid email address\./,
    empty: /Please enter your name\./,
    fields: { name: 'nickname', email: 'email', game: '', rank: '', links: '', about: '' },
  },
  waitlist: {
    id: 'waitlist',
    path: '/lol',
    call: 'POST /api/waitlist/',
    prepare: async (_, api) =>
      api.answer('GET /api/coaches/', { body: { coaches: [], next: null, languages: [] } }),
    texts: { 'Your email': 'email' },
    button: 'Tell me when a coach is available',
    failure: /That didn't work\. Please try again\./,
    refusal: /Please enter a valid email address\./,
    empty: /Email is required\./,
    fields: { email: 'email' },
  },
  reminders: {
    id: 'reminders',
    path: '/account/reminders?token=x',
    call: 'POST /api/reminders/',
    texts: {},
    button: 'Stop reminders',
    failure: /That didn't work\. Please try again\./,
    empty: null,
    fields: {},
  },
  'reminders again': {
    id: 'reminders-again',
    path: '/account/reminders?token=x',
    call: 'POST /api/reminders/',
    texts: {},
    button: 'Send me reminders',
    failure: /That didn't work\. Please try again\./,
    empty: null,
    fields: {},
  },
};
