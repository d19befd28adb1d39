import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_NAME, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const CONTACT = 'https://discord.example/carry';
const ACCOUNT = 'GET /api/account/';
const device = {
  id: 'a',
  name: 'Chrome on Windows',
  signed_in_at: '2026-11-20T10:00:00Z',
  last_used_at: '2026-11-22T10:00:00Z',
  current: true,
};
const phone = { ...device, id: 'b', name: null, current: false };
const account = {
  email: 'kim@example.com',
  pending_email: null,
  devices: [phone, device],
  deletable: true,
  ending: [] as object[],
  undelivered: [] as string[],
  has_password: true,
  is_operator: false,
  ending_count: undefined as number | undefined,
};
const rejectPassword = () =>
  Promise.reject(new ApiError('http', 403, { detail: 'The password is not right.' }));

async function open(
  overrides: Partial<typeof account> = {},
  answers: Record<string, FakeAnswer> = {},
) {
  const routes = [{ path: '/', element: 'Home' }];
  const module = {
    ...remote,
    createRoutes: (shell: Parameters<typeof remote.createRoutes>[0]) => [
      ...remote.createRoutes(shell),
      ...routes,
    ],
  };
  const page = await openPage(module, '/account', {
    site: { settings: { discordInviteUrl: CONTACT } },
    auth: { status: 'signed-in' },
    answers: {
      [ACCOUNT]: () => ({ ...account, ...overrides }),
      'GET /api/captcha/challenge/': () => new Promise(() => {}),
      ...answers,
    },
  });
  await act(async () => {});
  return page;
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));
const changes = (recorded: { calls: { call: string; body: unknown }[] }) =>
  recorded.calls.filter(({ call }) => call.startsWith('POST'));

test('requests a new address with the password', async () => {
  const { recorded } = await open(
    { pending_email: null },
    { 'POST /api/account/email/': () => ({ detail: 'ok' }) },
  );
  const form = await section('Email address');
  expect(form.getByText('kim@example.com')).toBeTruthy();
  await press(form.getByRole('button', { name: 'Change address' }));
  expect(form.getByRole('group', { name: 'There is a problem' }).textContent).toContain(
    'Email is required.',
  );
  expect(form.getByRole('group', { name: 'There is a problem' }).textContent).toContain(
    'Password is required.',
  );
  type(form.getByLabelText('New email'), ' new@example.com ');
  type(form.getByLabelText('Your password'), 'Secret-123!');
  await press(form.getByRole('button', { name: 'Change address' }));
  expect(changes(recorded)).toEqual([
    {
      call: 'POST /api/account/email/',
      body: { email: 'new@example.com', password: 'Secret-123!' },
    },
  ]);
  await waitFor(() =>
    expect(form.getByRole('status').textContent).toContain('We sent a link to new@example.com.'),
  );
});

test('warns about an address whose mail bounced', async () => {
  await open({
    pending_email: 'next@example.com' as never,
    undelivered: ['next@example.com'],
  });
  const form = await section('Email address');
  expect(
    form.getByText("We couldn't deliver mail to next@example.com. Check the address."),
  ).toBeTruthy();
});

test('shows a pending address and why a change is refused', async () => {
  const refuse = () =>
    Promise.reject(new ApiError('http', 400, { detail: 'This is your address already.' }));
  await open(
    { pending_email: 'next@example.com' as never },
    { 'POST /api/account/email/': refuse },
  );
  const form = await section('Email address');
  expect(
    form.getByText('We sent a link to next@example.com. Open it to confirm the change.'),
  ).toBeTruthy();
  type(form.getByLabelText('New email'), 'kim@example.com');
  type(form.getByLabelText('Your password'), 'Secret-123!');
  await press(form.getByRole('button', { name: 'Change address' }));
  expect(form.getByRole('alert').textContent).toBe('This is your address already.');
});

test('changes the password and signs out other devices', async () => {
  let answer: () => unknown = rejectPassword;
  const { recorded } = await open({}, { 'POST /api/account/password/': () => answer() });
  const form = await section('Password');
  const fill = (current: string, next: string, repeated: string) => {
    type(form.getByLabelText('Current password'), current);
    type(form.getByLabelText('New password'), next);
    type(form.getByLabelText('Confirm new password'), repeated);
    return press(form.getByRole('button', { name: 'Change password' }));
  };
  await fill('', 'Other-123!', 'Other-123!');
  expect(form.getByRole('alert').textContent).toBe('Your current password is required.');
  await fill('Secret-123!', 'weak', 'weak');
  expect(form.getByRole('alert').textContent).toContain('at least 8 characters');
  expect(changes(recorded)).toEqual([]);
  await fill('Wrong-123!', 'Other-123!', 'Other-123!');
  expect(form.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  expect(form.getByRole('alert').textContent).toBe('The password is not right.');
  answer = () => ({ detail: 'Password changed' });
  await fill('Secret-123!', 'Other-123!', 'Other-123!');
  expect(changes(recorded).at(-1)?.body).toEqual({
    password: 'Secret-123!',
    new_password: 'Other-123!',
  });
  await waitFor(() =>
    expect(form.getByRole('status').textContent).toContain(
      "You're signed out on all other devices.",
    ),
  );
  expect((form.getByLabelText('Current password') as HTMLInputElement).value).toBe('');
});

test('signs out one device or all others', async () => {
  const { recorded } = await open(
    {},
    {
      'POST /api/account/devices/b/sign-out/': () => ({ detail: 'Signed out.' }),
      'POST /api/account/sign-out-others/': () => Promise.reject(new ApiError('http', 500)),
    },
  );
  const list = await section('Devices');
  const [here, there] = list.getAllByRole('listitem');
  expect(here?.textContent).toContain('Chrome on Windows this device');
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
  expect(there?.textContent).toContain('Unknown device');
  await press(list.getByRole('button', { name: 'Sign out Unknown device' }));
  expect([changes(recorded).at(-1)?.call, recorded.toasts.at(-1)]).toEqual([
    'POST /api/account/devices/b/sign-out/',
    'Unknown device is signed out.',
  ]);
  expect(recorded.calls.filter(({ call }) => call === ACCOUNT)).toHaveLength(2); // revalidated
  await press(list.getByRole('button', { name: 'Sign out all other devices' }));
  expect(recorded.alerts).toEqual(['Failed to sign out']);
});

test('offers no sign-out for the only device', async () => {
  await open({ devices: [device] });
  expect((await section('Devices')).queryByRole('button')).toBeNull();
});

describe('download of the data', () => {
  const EXPORT = { account: { email: 'kim@example.com' } };

  /** Presses the button; returns names and contents of the saved files. */
  async function save() {
    const blobs: Blob[] = [];
    URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
    URL.revokeObjectURL = () => {};
    const links: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      links.push(this.download);
    });
    const { shell } = await open();
    const download = vi.fn(async () => new Blob([JSON.stringify(EXPORT)]));
    const get = vi.fn(async () => EXPORT);
    Object.assign(shell.api, { get, download });
    await press((await section('Your data')).getByRole('button', { name: 'Download my data' }));
    const texts = await Promise.all(blobs.map((blob) => blob.text()));
    return { links, texts, calls: [download.mock.calls.length, get.mock.calls.length] };
  }

  test('saves the file without parsing it', async () => {
    expect(await save()).toEqual({
      links: ['sample-my-data.json'],
      texts: [JSON.stringify(EXPORT)],
      calls: [1, 0],
    });
  });
});

test('lists the refunds, then deletes the account with the password', async () => {
  const ending = [
    { id: 1, coach_name: 'Nova', session_time: '2026-11-28T15:00:00Z', amount: 25, refunded: true },
    {
      id: 2,
      coach_name: 'Nova',
      session_time: '2026-11-22T15:00:00Z',
      amount: 50,
      refunded: false,
    },
    { id: 3, coach_name: 'Nova', session_time: null, amount: 18, refunded: false },
  ];
  let answer: () => unknown = rejectPassword;
  const { recorded, shell, router } = await open(
    { ending, ending_count: 5 },
    { 'POST /api/account/delete/': () => answer() },
  );
  const end = await section('Delete your account');
  expect(end.getByText('This cancels 5 bookings:')).toBeTruthy();
  expect(end.getByText('… and 2 later ones')).toBeTruthy();
  const rows = end.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('$25.00 will be refunded');
  expect(rows[1]).toMatch(/\$50\.00 won't be refunded.*too late/);
  expect(rows[2]).toMatch(/no set time.*\$18\.00 won't be refunded.*ask them to cancel it first/);
  expect(end.queryByLabelText('Your password')).toBeNull();
  await press(end.getByRole('button', { name: 'Delete my account' }));
  await press(end.getByRole('button', { name: 'Delete my account for good' }));
  expect(end.getByRole('alert').textContent).toBe('Your password is required.');
  type(end.getByLabelText('Your password'), 'Wrong-123!');
  await press(end.getByRole('button', { name: 'Delete my account for good' }));
  expect(end.getByRole('alert').textContent).toBe('The password is not right.');
  expect(shell.auth.store.getState().status).toBe('signed-in');
  answer = () => ({ detail: 'Account deleted' });
  await press(end.getByRole('button', { name: 'Delete my account for good' }));
  await waitFor(() =>
    expect([router.state.location.pathname, shell.auth.store.getState().status]).toEqual([
      '/',
      'signed-out',
    ]),
  );
  expect(recorded.toasts).toEqual(['Your account has been deleted.']);
});

test('keeps the account on cancel and offers coaches no deletion', async () => {
  await open();
  const end = await section('Delete your account');
  expect(end.getByText('You have no upcoming sessions.')).toBeTruthy();
  await press(end.getByRole('button', { name: 'Delete my account' }));
  await press(end.getByRole('button', { name: 'Keep my account' }));
  expect(end.queryByLabelText('Your password')).toBeNull();
  cleanup();
  await open({ deletable: false });
  const refused = await section('Delete your account');
  expect(refused.queryByRole('button')).toBeNull();
  expect(refused.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe(CONTACT);
});

test.each([
  ['a server without accounts', () => Promise.reject(new ApiError('http', 404))],
  ['a server with an unexpected response', () => ({ anything: 'else' })],
])('shows a notice for %s', async (_, answer) => {
  await open({}, { [ACCOUNT]: answer });
  expect(await screen.findByText(/You can't change your account here yet\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Sessions' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe(CONTACT);
});

test('retries a failure and redirects an expired session to the login', async () => {
  let answer: () => unknown = () => Promise.reject(new ApiError('http', 500));
  const { router } = await open({}, { [ACCOUNT]: () => answer() });
  expect((await screen.findByRole('alert')).textContent).toContain('Unable to load your account.');
  answer = () => Promise.reject(new ApiError('http', 401));
  await press(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

test('offers to set a password to an account without one', async () => {
  await open({ has_password: false });
  const password = await section('Password');
  expect(password.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
  expect(password.queryByLabelText('Current password')).toBeNull();
});

test.each(['Email address', 'Delete your account'])(
  'asks for a password first in %j of an account without one',
  async (title) => {
    const { router } = await open({ has_password: false });
    const setting = await section(title);
    for (const label of ['Your password', 'New email'])
      expect(setting.queryByLabelText(label)).toBeNull();
    expect(setting.queryByRole('button')).toBeNull();
    await press(setting.getByRole('link', { name: 'Set a password first' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('kim@example.com');
  },
);

test('links operators, and nobody else, to the console', async () => {
  await open({ is_operator: true });
  const link = (await section('Operator console')).getByRole('link', { name: 'Open the console' });
  expect(link.getAttribute('href')).toBe('/operator');
  cleanup();
  await open({});
  await section('Password');
  expect(screen.queryByText('Operator console')).toBeNull();
});

test('sets the name that coaches see', async () => {
  const SET = 'POST /api/account/display-name/';
  const name = { display_name: { name: 'Student 3', chosen: false } };
  const { recorded } = await open(name as object, { [SET]: () => ({ name: 'Kim', chosen: true }) });
  const own = await section('Display name');
  expect(own.getByText('Coaches see you as Student 3 now.')).toBeTruthy();
  type(own.getByLabelText('Name that coaches see'), ' Kim ');
  await press(own.getByRole('button', { name: 'Save name' }));
  expect(changes(recorded)).toEqual([{ call: SET, body: { name: 'Kim' } }]);
  expect(await own.findByText('Coaches see you as Kim.')).toBeTruthy();
  const long = 'k'.repeat(MAX_NAME + 1);
  expect(own.getByLabelText<HTMLInputElement>('Name that coaches see').maxLength).toBe(-1);
  type(own.getByLabelText('Name that coaches see'), long);
  await press(own.getByRole('button', { name: 'Save name' }));
  expect(own.getByText(tooLong(MAX_NAME))).toBeTruthy();
});

test('restores the default for an invisible display name', async () => {
  const SET = 'POST /api/account/display-name/';
  const name = { display_name: { name: 'Student 3', chosen: false } };
  const { recorded } = await open(name as object, { [SET]: () => name.display_name });
  const own = await section('Display name');
  type(own.getByLabelText('Name that coaches see'), '\u200b');
  await press(own.getByRole('button', { name: 'Save name' }));
  expect(changes(recorded)).toEqual([{ call: SET, body: { name: '' } }]);
});

const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('asks before a typed display name is left, until it is saved', async () => {
  await open({ display_name: { name: 'Student 3', chosen: false } } as object, {
    'POST /api/account/display-name/': () => ({ name: 'Kim', chosen: true }),
  });
  const own = await section('Display name');
  const name = own.getByLabelText('Name that coaches see') as HTMLInputElement;
  expect(isGuarded()).toBe(false);
  await act(async () => type(name, ' Kim '));
  expect(isGuarded()).toBe(true);
  await press(own.getByRole('button', { name: 'Save name' }));
  expect(await own.findByText('Coaches see you as Kim.')).toBeTruthy();
  await waitFor(() => expect([isGuarded(), name.value]).toEqual([false, 'Kim']));
  await act(async () => type(name, ''));
  expect(isGuarded()).toBe(true);
});

test('keeps a typed display name when the account cannot be loaded again', async () => {
  let answer: FakeAnswer = () => ({
    ...{ ...account, display_name: { name: 'Student 3', chosen: false } },
  });
  await open(
    {},
    {
      [ACCOUNT]: (...call) => answer(...call),
      'POST /api/account/devices/b/sign-out/': () => ({ detail: 'Signed out.' }),
    },
  );
  const own = await section('Display name');
  await act(async () => type(own.getByLabelText('Name that coaches see'), 'Kim'));
  answer = () => Promise.reject(new ApiError('network', 0));
  await press(screen.getByRole('button', { name: 'Sign out Unknown device' }));
  expect(await screen.findByText(/What you typed is still here/)).toBeTruthy();
  expect((own.getByLabelText('Name that coaches see') as HTMLInputElement).value).toBe('Kim');
});
