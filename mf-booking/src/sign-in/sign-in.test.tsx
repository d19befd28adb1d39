import { ApiError } from '@carry/remote-kit';
import { createFakeShell, type FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAnswers, fill, NOW, openCoachPage } from '../../test/coach-page';
import remote from '../remote';

let answers: Record<string, FakeAnswer>;
const start = () => createFakeShell({ auth: { status: 'signed-out' }, answers, now: () => NOW });
const withMethods = (sign_in: string[] | undefined) => {
  answers['GET /api/coaches/7/'] = () => ({ id: 7, name: 'Nova', description: 'Aim.', sign_in });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bookNow = () => screen.getByRole('button', { name: 'Book Now' });
const openDialog = async () => {
  press('Log in without a password');
  await screen.findByRole('dialog', { name: 'Log in to book' });
};

beforeEach(() => {
  answers = createAnswers(['09:00']);
  withMethods(['code', 'discord']);
});
afterEach(cleanup);

test('shows the specified prompt alone with a server that lacks the calls', async () => {
  withMethods(undefined);
  await openCoachPage(remote, start());
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  expect((bookNow() as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Log in without a password' })).toBeNull();
});

test('signs in with a mailed code and keeps the form', async () => {
  const sent: unknown[] = [];
  answers['POST /api/auth/code/'] = (body: unknown) => {
    sent.push(body);
    return { request: 'r-1' };
  };
  answers['POST /api/auth/code/confirm/'] = (body: unknown) => {
    sent.push(body);
    return { access: 'a', refresh: 'r' };
  };
  await openCoachPage(remote, start());
  fill(/^Details/, 'Aim under pressure.');
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  fill('Six-digit code', '12345');
  expect(sent).toHaveLength(1);
  fill('Six-digit code', '123456');
  await waitFor(() => expect((bookNow() as HTMLButtonElement).disabled).toBe(false));
  expect(sent).toEqual([{ email: 'kim@example.com' }, { request: 'r-1', code: '123456' }]);
  const contact = screen.getByLabelText(/^Contact info/) as HTMLInputElement;
  expect(contact.value).toBe('kim@example.com');
  expect((screen.getByLabelText(/^Details/) as HTMLTextAreaElement).value).toBe(
    'Aim under pressure.',
  );
  await waitFor(() => expect(document.activeElement).toBe(bookNow()));
});

test('moves the focus to each step', async () => {
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  await openCoachPage(remote, start());
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  const code = await screen.findByLabelText('Six-digit code');
  expect(document.activeElement).toBe(code);
  press('Use another email');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

test('shows that a new code is being sent', async () => {
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  await openCoachPage(remote, start());
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  const resend = await screen.findByRole('button', { name: 'Send a new code' });
  answers['POST /api/auth/code/'] = () => new Promise(() => {});
  fireEvent.click(resend);
  expect(resend.textContent).toBe('Sending...');
});

test('offers the contact as the address and never replaces it', async () => {
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  answers['POST /api/auth/code/confirm/'] = () => ({ access: 'a', refresh: 'r' });
  await openCoachPage(remote, start());
  fill(/^Contact info/, 'lee@example.com');
  await openDialog();
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('lee@example.com');
  fill('Email', 'other@example.com');
  press('Email me a code');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  fill('Six-digit code', '123 456');
  await waitFor(() => expect((bookNow() as HTMLButtonElement).disabled).toBe(false));
  expect((screen.getByLabelText(/^Contact info/) as HTMLInputElement).value).toBe(
    'lee@example.com',
  );
});

test('shows the server’s reason for a wrong code at the field', async () => {
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  answers['POST /api/auth/code/confirm/'] = () => {
    throw new ApiError('http', 400, { detail: "That code isn't right, or it has expired." });
  };
  await openCoachPage(remote, start());
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  fill('Six-digit code', '123456');
  expect((await screen.findByRole('alert')).textContent).toContain("That code isn't right");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code')));
});

test('stays on the page if the dialog was closed before Discord opens', async () => {
  let respond = (_: unknown) => {};
  answers['POST /api/oauth/discord/sign-in/'] = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  const { shell, recorded } = start();
  await openCoachPage(remote, { shell });
  await openDialog();
  press('Continue with Discord');
  await screen.findByRole('button', { name: 'Connecting...' });
  press('Not now');
  await act(async () => respond({ url: 'https://discord.example/authorize' }));
  expect(recorded.left).toEqual([]);
});

test('asks for a code after Discord if the address has an account', async () => {
  answers['POST /api/oauth/discord/session/'] = () => ({
    request: 'r-2',
    email: 'kim@example.com',
    username: 'kim',
  });
  await openCoachPage(remote, start(), '#discord=granted');
  expect(await screen.findByRole('dialog', { name: 'Enter your code' })).toBeTruthy();
  expect(screen.getByText(/To connect Discord as kim/)).toBeTruthy();
});

test('signs in after the return from Discord and reports a failure', async () => {
  answers['POST /api/oauth/discord/session/'] = () => ({
    access: 'a',
    refresh: 'r',
    username: 'ash',
  });
  await openCoachPage(remote, start(), '#discord=granted');
  await waitFor(() => expect((bookNow() as HTMLButtonElement).disabled).toBe(false));
  expect((screen.getByLabelText(/^Contact info/) as HTMLInputElement).value).toBe('ash');
  await openCoachPage(remote, start(), '#discord=refused');
  expect((await screen.findByRole('alert')).textContent).toMatch(/didn't allow Discord/);
  await openCoachPage(remote, start(), '#discord=expired');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your Discord login has expired. Please try again.',
  );
});

test.each([
  ['after 9 minutes', 9, true],
  ['after 10 minutes', 10, false],
])('keeps the code step over a reload %s', async (_, minutes, isKept) => {
  let now = NOW;
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  const confirmed: unknown[] = [];
  answers['POST /api/auth/code/confirm/'] = (body: unknown) => {
    confirmed.push(body);
    return { access: 'a', refresh: 'r' };
  };
  const auth = { status: 'signed-out' } as const;
  const shell = createFakeShell({ auth, answers, now: () => now });
  await openCoachPage(remote, shell);
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  now += minutes * 60_000;
  await openCoachPage(remote, shell);
  if (!isKept) {
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shell.shell.drafts.keys()).toEqual([]);
    return;
  }
  await screen.findByRole('dialog', { name: 'Enter your code' });
  expect(screen.getByText('kim@example.com')).toBeTruthy();
  fill('Six-digit code', '123456');
  await waitFor(() => expect((bookNow() as HTMLButtonElement).disabled).toBe(false));
  expect(confirmed).toEqual([{ request: 'r-1', code: '123456' }]);
  expect(shell.shell.drafts.load('sign-in-code/7')).toBeNull();
});

test('forgets the code step once the dialog is closed', async () => {
  answers['POST /api/auth/code/'] = () => ({ request: 'r-1' });
  const shell = start();
  await openCoachPage(remote, shell);
  await openDialog();
  fill('Email', 'kim@example.com');
  press('Email me a code');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  press('Not now');
  await openCoachPage(remote, shell);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the code step of a Discord account over a reload', async () => {
  let calls = 0;
  answers['POST /api/oauth/discord/session/'] = () => {
    calls++;
    return { request: 'r-2', email: 'kim@example.com', username: 'kim' };
  };
  const shell = start();
  await openCoachPage(remote, shell, '#discord=granted');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  await openCoachPage(remote, shell, '#discord=granted');
  await screen.findByRole('dialog', { name: 'Enter your code' });
  expect(screen.getByText(/To connect Discord as kim/)).toBeTruthy();
  expect(calls).toBe(1);
});
