import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const review = {
  ...{ id: 5, coach_id: 1, coach: 'Nova', reviewer_name: 'Troll', rating: 1 },
  ...{ comment: 'Buy my course.' },
  ...{ reasons: ['Spam'], hidden_because: null },
};
const application = {
  ...{ id: 3, name: 'Quill', email: 'quill@example.com', game: 'dota2', rank: 'Immortal' },
  ...{ links: 'https://profiles.example', about: 'Lanes', time_zone: 'Europe/Berlin' },
  ...{ since: '2026-11-20T10:00:00Z', state: 'open' },
};
const noRole = () => Promise.reject(new ApiError('http', 403, { detail: 'No operator.' }));
const CODE = 'Enter your code';

/** Opens a console page. `lock` makes every call but those of the second factor answer 403; a code ends that. */
async function open(path: string, answers: Record<string, FakeAnswer>, session?: FakeAnswer) {
  let isLocked = false;
  const guard =
    (answer: FakeAnswer): FakeAnswer =>
    (...call) => {
      if (isLocked) throw new ApiError('http', 403, { detail: 'Please enter the code.' });
      return answer(...call);
    };
  const state = () => ({ enrolled: true, until: null, recovery_codes: 9 });
  const page = await openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: {
      ...Object.fromEntries(
        Object.entries(answers).map(([call, one]) => [
          call,
          call.includes('/second-factor/') ? one : guard(one),
        ]),
      ),
      'GET /api/operator/session/': session ?? state,
      'POST /api/operator/session/': () => {
        isLocked = false;
        return state();
      },
    },
  });
  const lock = () => {
    isLocked = true;
  };
  return { ...page, lock };
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string | RegExp, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const readField = (label: string | RegExp) =>
  (screen.getByLabelText(label) as HTMLInputElement).value;
const findDialog = async () => within(await screen.findByRole('dialog', { name: CODE }));

async function unlock() {
  await findDialog();
  await type('Code', '123456');
  await press('Continue');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/^The console is locked/)).toBeNull();
}

const HIDE = 'POST /api/operator/reviews/5/hide/';
const reports: Record<string, FakeAnswer> = {
  'GET /api/operator/reviews/': (_, __, query) =>
    query.startsWith('state=reported') ? [review] : [],
  'GET /api/operator/messages/': () => [],
  [HIDE]: () => ({ detail: 'Hidden' }),
};
const reason = 'Reason to hide the review by Troll';

async function typeReason() {
  await press('Hide the review by Troll');
  await type(reason, 'A long explanation.');
}

test('keeps the reason of an action that needs the code', async () => {
  const { recorded, lock } = await open('/operator/reports', reports);
  await typeReason();
  lock();
  await press('Hide review');
  const dialog = await findDialog();
  expect(dialog.getByText(/^What you typed is still here/)).toBeTruthy();
  expect(readField(reason)).toBe('A long explanation.');
  await unlock();
  expect(readField(reason)).toBe('A long explanation.');
  expect(screen.getByText(/Unlock it and try again/)).toBeTruthy();
  await press('Hide review');
  await waitFor(() => expect(recorded.toasts).toEqual(['Hidden']));
  expect(recorded.calls.filter(({ call }) => call === HIDE).at(-1)?.body).toEqual({
    reason: 'A long explanation.',
  });
});

const bookingAnswers = {
  'GET /api/operator/bookings/9/': () => ({
    ...{ id: 9, status: 'completed', service: 'Coaching', coach: 'Nova', coach_id: 1 },
    ...{ student: 'kim@example.com', student_id: 4, session_time: null, refund_reason: null },
    ...{ duration_minutes: 60, quantity: 1, amount: 25, refunded: 0, refund: 'none' },
    ...{ created_at: '2026-11-20T09:00:00Z' },
    ...{ paid_at: '2026-11-20T10:00:00Z', contact_info: 'kim#1', details: '' },
  }),
  'POST /api/operator/bookings/9/refund/': () => ({ detail: 'Refunded' }),
};
const coachesAnswers = {
  'GET /api/operator/applications/': () => [application],
  'GET /api/operator/coaches/': () => [],
  'POST /api/operator/coaches/': () => ({ id: 8 }),
  'POST /api/operator/applications/3/accept/': () => ({ detail: 'Accepted' }),
  'POST /api/operator/applications/3/decline/': () => ({ detail: 'Declined' }),
};
const operatorsAnswers = {
  'GET /api/operator/operators/': () => [],
  'POST /api/operator/operators/': () => ({ detail: 'Added' }),
};

test.each([
  ['/operator/bookings/9', bookingAnswers, 'Amount in USD', '5', 'Refund this amount'],
  ['/operator/operators', operatorsAnswers, 'Email', 'kim@example.com', 'Add operator'],
  ['/operator/coaches', coachesAnswers, 'Name', 'Quill', 'Accept Quill'],
])('keeps what was typed at %s', async (path, answers, label, value, button) => {
  const { lock } = await open(path, answers);
  await type(label, value);
  if (path === '/operator/operators') await type('Your 6-digit code', '123456');
  lock();
  await press(button);
  await findDialog();
  expect(readField(label)).toBe(value);
  await unlock();
  expect(readField(label)).toBe(value);
});

test('keeps other typed text when the page is loaded again', async () => {
  const { recorded, lock } = await open('/operator/coaches', {
    ...coachesAnswers,
    'POST /api/operator/applications/3/accept/': () => {
      lock();
      return { detail: 'Accepted' };
    },
  });
  await type('Name', 'Rook');
  await press('Accept Quill');
  await findDialog();
  expect(recorded.toasts).toHaveLength(1);
  expect(readField('Name')).toBe('Rook');
  await unlock();
  expect(readField('Name')).toBe('Rook');
});

test('asks again after the code was put off', async () => {
  const { lock } = await open('/operator/reports', reports);
  await typeReason();
  lock();
  await press('Hide review');
  await findDialog();
  await press('Not now');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Enter code');
  await findDialog();
  await press('Not now');
  await press('Hide review');
  await findDialog();
  expect(readField(reason)).toBe('A long explanation.');
});

test('focuses the heading when the button that opened the dialog is gone', async () => {
  const { lock } = await open('/operator/reports', reports);
  await typeReason();
  lock();
  await press('Hide review');
  await findDialog();
  await press('Not now');
  screen.getByRole('button', { name: 'Enter code' }).focus();
  await press('Enter code');
  await unlock();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reports' })),
  );
});

test('shows only the code where nothing is typed', async () => {
  const { lock, recorded } = await open('/operator/members', {
    'GET /api/operator/members/4/export/': () => ({}),
    'GET /api/operator/members/': () => [
      {
        ...{ id: 4, email: 'kim@example.com', since: '2026-11-20T10:00:00Z', verified: true },
        ...{ bookings: 1, coach_id: null, locked_at: null },
      },
    ],
  });
  lock();
  await press('Export kim@example.com');
  expect(await screen.findByRole('heading', { name: CODE })).toBeTruthy();
  expect(screen.queryByText('kim@example.com')).toBeNull();
  expect(recorded.alerts).toHaveLength(1);
});

test('asks for the code after a download that was locked', async () => {
  const { lock, recorded } = await open('/operator/record', {
    'GET /api/operator/audit/': () => [
      {
        ...{ id: 1, at: '2026-11-20T10:00:00Z', who: 'kim@example.com', action: 'lock member' },
        ...{ target: 4, amount: null, status: 200, reason: null },
      },
    ],
    'GET /api/operator/audit/export/': () => new Blob(['']),
  });
  lock();
  await press(/^Download/);
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  expect(recorded.alerts).toEqual([
    "We couldn't export the record. (The console was locked, so this didn't go through. Unlock it and try again.)",
  ]);
});

const SET_UP = 'POST /api/operator/second-factor/';
test('sets up a second factor that was reset, with typed text kept', async () => {
  const answers = {
    ...reports,
    [SET_UP]: () => ({ secret: 'ABCD', url: 'otpauth://totp/x' }),
    [`${SET_UP}confirm/`]: () => ({ codes: ['ABCD-EFGH'] }),
  };
  const { lock } = await open('/operator/reports', answers, () => ({
    ...{ enrolled: false, until: null, recovery_codes: 0 },
  }));
  await typeReason();
  lock();
  await press('Hide review');
  expect(await screen.findByRole('button', { name: 'Set up second factor' })).toBeTruthy();
  await press('Set up second factor');
  const focused = () => document.activeElement?.textContent;
  await waitFor(() => expect(focused()).toBe('Scan this with your app'));
  fireEvent.change(screen.getByLabelText('6-digit code from the app'), {
    target: { value: '123456' },
  });
  await press('Turn on');
  await waitFor(() => expect(focused()).toBe('Save your recovery codes'));
  expect(screen.getByText(/Finish the setup to continue/)).toBeTruthy();
  expect(readField(reason)).toBe('A long explanation.');
  // the recovery codes would go with the first answer of the page
  expect(screen.getByLabelText(reason).closest('[inert]')).toBeTruthy();
});

test('removes the page of an account that lost its role', async () => {
  const { lock } = await open('/operator/reports', reports, noRole);
  await typeReason();
  lock();
  await press('Hide review');
  expect(await screen.findByText('This page is for the operators of this site.')).toBeTruthy();
  expect(screen.queryByLabelText(reason)).toBeNull();
  expect(screen.queryByText('Buy my course.')).toBeNull();
});
