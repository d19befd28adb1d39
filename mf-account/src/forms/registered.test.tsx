import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const RESEND = 'POST /api/auth/resend-verification/';
const resend = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Resend verification email' }));

const CONTACT = 'https://discord.example/carry';
const site = { settings: { discordInviteUrl: CONTACT } };
const arrival = { email: 'kim@example.com', canResend: true };

/** Opens the page as a registration does. */
async function arrive(state: unknown, answers: Record<string, FakeAnswer> = {}) {
  const page = await openPage(remote, '/elsewhere', { answers, site });
  await act(() => page.router.navigate('/register/done', { state }));
  return page;
}

afterEach(cleanup);

test('resends the email to the registered address', async () => {
  const { recorded, head } = await arrive(arrival, { [RESEND]: () => ({ detail: 'ok' }) });
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(
    "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.",
  );
  expect(screen.getByText('kim@example.com')).toBeTruthy();
  expect(head()).toMatchObject({ title: 'Check your email | Sample', noindex: true });
  resend();
  expect(
    await screen.findByText("If that address is registered, we've sent the email again."),
  ).toBeTruthy();
  expect(recorded.calls).toEqual([{ call: RESEND, body: { email: 'kim@example.com' } }]);
});

test('reports a bounced address on resend', async () => {
  const detail = "We couldn't deliver mail to kim@example.com. Check the address.";
  await arrive(arrival, { [RESEND]: () => ({ detail, undelivered: true }) });
  resend();
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

test.each([400, 429, 500, 0])('shows an error if no email was sent (%i)', async (status) => {
  const failed = () => Promise.reject(new ApiError(status ? 'http' : 'network', status));
  await arrive(arrival, { [RESEND]: failed });
  resend();
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We couldn't send the email. Please try again.",
  );
  expect(screen.queryByText(/sent the email again/)).toBeNull();
});

test.each([null, 'kim', { email: 7 }])('leaves the address out for the state %j', async (state) => {
  await arrive(state);
  expect(screen.getByText('Open the link in that email to finish.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Use another email' }).getAttribute('href')).toBe(
    '/register',
  );
});

test('offers no second email without the registration of our server', async () => {
  await arrive({ email: 'kim@example.com', canResend: false });
  expect(screen.getByText('kim@example.com')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([401, 403, 404, 405, 410, 501])(
  'replaces the button on a server without the call (%i)',
  async (status) => {
    const refused = () => Promise.reject(new ApiError('http', status));
    await arrive(arrival, { [RESEND]: refused });
    resend();
    const refusal = await screen.findByText(/^We can't send it again from here\./);
    expect(document.activeElement).toBe(refusal);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe(CONTACT);
  },
);
