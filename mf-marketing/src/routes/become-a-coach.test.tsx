import { ApiError, type AuthState } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_APPLICANT_RANK, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const LIST = 'GET /api/coaches/?sort=rating';
const page = { coaches: [], next: null, languages: [] };
const open = { [LIST]: () => ({ ...page, applications_open: true }) };
const APPLY = 'POST /api/coach-applications/';
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const complete = () => {
  fill('Name that students see', 'Vex');
  fill('Your email', 'vex@example.com');
  fill('Game', 'lol');
  fill('Rank and results', 'Challenger');
  fill('Proof', 'https://profiles.example/vex');
  fill('How you coach', 'Mid lane.');
};
const send = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send application' })));

test.each([
  ['none', 0],
  ['privacy', 1],
])('links the privacy policy of a site with the texts %s', async (texts, count) => {
  await openPage(remote, '/become-a-coach', { answers: open, site: { settings: { texts } } });
  expect(await screen.findByText(/We only use this to review your application/)).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: 'Privacy' })).toHaveLength(count);
});

const findPicture = () => screen.getByLabelText('Picture of your rank (optional)');
const choosePicture = () =>
  act(async () => {
    const files = [new File(['x'], 'rank.png', { type: 'image/png' })];
    fireEvent.change(findPicture(), { target: { files } });
  });

test('announces a chosen picture and focuses its field when it is removed', async () => {
  await openPage(remote, '/become-a-coach', { answers: open });
  const regions = screen.getAllByRole('status');
  await choosePicture();
  expect(regions).toContain(screen.getByText('rank.png'));
  const remove = screen.getByRole('button', { name: 'Remove picture' });
  remove.focus();
  await act(async () => void fireEvent.click(remove));
  expect(document.activeElement).toBe(findPicture());
});

test('asks before a chosen picture is lost', async () => {
  const { recorded, router } = await openPage(remote, '/become-a-coach', { answers: open });
  await choosePicture();
  await act(() => router.navigate('/'));
  expect(recorded.confirms).toHaveLength(1);
});

test('sends a complete application', async () => {
  const { recorded } = await openPage(remote, '/become-a-coach', {
    answers: { ...open, [APPLY]: () => ({ detail: 'ok' }) },
  });
  await send();
  const applications = () => recorded.calls.filter(({ call }) => call === APPLY);
  expect(applications()).toEqual([]);
  expect(screen.getByText('There is a problem')).toBeTruthy();
  fill('Name that students see', '\u200b');
  await send();
  expect(screen.getAllByText('Please enter your name.').length).toBe(2);
  complete();
  await send();
  expect(await screen.findByText(/Thanks! We'll look at your application/)).toBeTruthy();
  expect(applications()[0]).toEqual({
    call: APPLY,
    body: {
      ...{ name: 'Vex', email: 'vex@example.com', game: 'lol', rank: 'Challenger' },
      ...{ links: 'https://profiles.example/vex', about: 'Mid lane.' },
      time_zone: expect.any(String),
    },
  });
});

test.each([
  ['a signed-in user', 'signed-in', true],
  ['a visitor', 'signed-out', false],
] as const)('sends the token of %s', async (_, status, bearer) => {
  const answer = vi.fn<FakeAnswer>(() => ({ detail: 'ok' }));
  await openPage(remote, '/become-a-coach', {
    auth: { status },
    answers: { ...open, [APPLY]: answer },
  });
  complete();
  await send();
  expect(answer.mock.calls[0]?.[1]).toMatchObject({ bearer });
});

test('sends without a token after the session has ended', async () => {
  const answer = vi.fn<FakeAnswer>(() => ({ detail: 'ok' }));
  const { expire } = await openPage(remote, '/become-a-coach', {
    auth: { status: 'signed-in' },
    answers: { ...open, [APPLY]: answer },
  });
  complete();
  answer.mockImplementationOnce(() => {
    expire();
    throw new ApiError('http', 401);
  });
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain("You've been signed out.");
  await send();
  await screen.findByText(/Thanks!/);
  expect(answer.mock.calls.map(([, request]) => request?.bearer)).toEqual([true, false]);
  expect(answer.mock.calls[1]?.[0]).toMatchObject({ email: 'vex@example.com', game: 'lol' });
});

describe('the email field', () => {
  const FOR_VISITORS = 'Have an account? Log in first and use its email.';
  const FOR_MEMBERS = 'Use the email of your account.';
  const show = (auth: Partial<AuthState>, email?: string) =>
    openPage(remote, '/become-a-coach', {
      auth,
      answers: open,
      ...(email !== undefined && { drafts: { application: { email } } }),
    });
  const getEmail = () => (screen.getByLabelText('Your email') as HTMLInputElement).value;
  const kim: AuthState = { status: 'signed-in', user: { email: 'kim@example.com' } };

  test.each<[string, Partial<AuthState>, string, string]>([
    ['a visitor', { status: 'signed-out' }, FOR_VISITORS, ''],
    ['a member', kim, FOR_MEMBERS, 'kim@example.com'],
    ['a member without a profile', { status: 'signed-in' }, FOR_MEMBERS, ''],
  ])('of %s has the right hint and value', async (_, auth, hint, value) => {
    await show(auth);
    expect([FOR_VISITORS, FOR_MEMBERS].filter((text) => screen.queryByText(text))).toEqual([hint]);
    expect(getEmail()).toBe(value);
  });

  test('keeps a draft, and what was cleared', async () => {
    const { shell } = await show(kim, 'vex@example.com');
    expect(getEmail()).toBe('vex@example.com');
    fill('Your email', '');
    expect([getEmail(), shell.drafts.load('application')]).toMatchObject(['', { email: '' }]);
  });

  test('is empty after a sign-out', async () => {
    const { shell } = await show(kim);
    act(() => shell.auth.signOut());
    expect(getEmail()).toBe('');
  });
});

const late = 'Too many attempts. Please try again in 9 minutes.';
test.each([
  [429, late, late],
  [404, 'Not found.', "You can't apply here yet. Please contact us instead."],
])('keeps the input when the server refuses with %i', async (status, detail, why) => {
  await openPage(remote, '/become-a-coach', {
    answers: { ...open, [APPLY]: () => Promise.reject(new ApiError('http', status, { detail })) },
  });
  complete();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain(why);
  expect((screen.getByLabelText('Proof') as HTMLTextAreaElement).value).toContain('vex');
});

test.each([
  ['lacks the directory', {}],
  ['accepts none', { [LIST]: () => ({ ...page, applications_open: false }) }],
])('shows no form if the server %s', async (_, answers) => {
  const { head } = await openPage(remote, '/become-a-coach', { answers });
  expect(screen.getByText("You can't apply here yet. Please contact us instead.")).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(head({ isOpen: false })?.noindex).toBe(true);
});

test('shows the form if the server fails', async () => {
  await openPage(remote, '/become-a-coach', {
    answers: { [LIST]: () => Promise.reject(new ApiError('http', 500)) },
  });
  expect(screen.getByRole('button', { name: 'Send application' })).toBeTruthy();
});

test('keeps the texts as a draft until they are sent', async () => {
  const { shell, router } = await openPage(remote, '/become-a-coach', {
    answers: { ...open, [APPLY]: () => ({ detail: 'ok' }) },
  });
  fill('Name that students see', 'Vex');
  fill('How you coach', 'Mid lane.');
  await act(() => router.navigate('/elsewhere'));
  expect(screen.queryByLabelText('How you coach')).toBeNull();
  await act(() => router.navigate('/become-a-coach'));
  expect(await screen.findByDisplayValue('Mid lane.')).toBeTruthy();
  fill('Your email', 'vex@example.com');
  fill('Game', 'lol');
  fill('Rank and results', 'Challenger');
  fill('Proof', 'https://profiles.example/vex');
  expect(shell.drafts.keys()).toEqual(['application']);
  await send();
  await screen.findByText(/Thanks!/);
  expect(shell.drafts.keys()).toEqual([]);
});

test('resets the form after a sign-out', async () => {
  const { shell } = await openPage(remote, '/become-a-coach', {
    auth: { status: 'signed-in' },
    answers: open,
  });
  fill('Your email', 'vex@example.com');
  const file = new File(['x'], 'rank.png', { type: 'image/png' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await act(async () => void fireEvent.change(input as Element, { target: { files: [file] } }));
  expect(screen.getByText('rank.png')).toBeTruthy();
  act(() => shell.auth.signOut());
  expect(screen.queryByDisplayValue('vex@example.com')).toBeNull();
  expect(screen.queryByText('rank.png')).toBeNull();
  fill('Game', 'lol');
  expect(shell.drafts.load('application')).toMatchObject({ email: '', game: 'lol' });
});

test('keeps the form after an expired session', async () => {
  const { shell } = await openPage(remote, '/become-a-coach', {
    auth: { status: 'signed-in' },
    answers: open,
  });
  fill('Your email', 'vex@example.com');
  const draft = shell.drafts.load('application');
  vi.spyOn(shell.drafts, 'load').mockReturnValue(draft);
  act(() => shell.auth.signOut());
  expect(screen.getByDisplayValue('vex@example.com')).toBeTruthy();
});

test('keeps typed text over the limit and names the limit', async () => {
  const { recorded } = await openPage(remote, '/become-a-coach', { answers: open });
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input, textarea')];
  expect(fields.filter(({ maxLength }) => maxLength !== -1)).toEqual([]);
  fill('Rank and results', 'x'.repeat(MAX_APPLICANT_RANK + 1));
  await send();
  expect(screen.getAllByText(tooLong(MAX_APPLICANT_RANK)).length).toBeGreaterThan(0);
  expect(recorded.calls.filter(({ call }) => call === APPLY)).toEqual([]);
});
