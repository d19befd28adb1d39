import type { Form } from './form';

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
        body: { detail: 'Your email address is not verified yet.' },
      }),
    open: async (page) => {
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
      await page.getByRole('button', { name: 'I am human' }).click();
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await page.getByText('not verified').first().waitFor();
    },
    failure: /If that address is registered, we've sent the email again\./,
    failsBy: 'nothing',
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
  waitlist: {
    id: 'waitlist',
    path: '/lol',
    call: 'POST /api/waitlist/',
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
};
