import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_CALENDAR_URL } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const FEED = 'https://api.example/calendar/coach/1/secret/sessions.ics';
const SAVE = 'PATCH /api/coach/calendar/';
const hours = {
  time_zone: 'Europe/Berlin',
  weekly: [[], [], [], [], [], [], []],
  special: [],
  ...{ buffer_minutes: 0, notice_minutes: 120, days_ahead: 60 },
};
const busy = { url: 'https://cal.example/a.ics', read_at: null, problem: null, times: 0 };
const open = (answers: Record<string, FakeAnswer> = {}) =>
  openPage(remote, '/coach/availability', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/coach/availability/': () => hours,
      'GET /api/coach/calendar/': () => ({ feed_url: FEED, busy: null }),
      ...answers,
    },
  });
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('connects a calendar and shows how much is busy', async () => {
  const read = { ...busy, read_at: '2026-11-25T10:00:00Z', times: 3 };
  const { recorded } = await open({ [SAVE]: () => ({ feed_url: FEED, busy: read }) });
  fireEvent.change(await screen.findByLabelText('Calendar address'), {
    target: { value: ` ${busy.url} ` },
  });
  await press('Connect');
  expect(recorded.calls.at(-1)).toEqual({ call: SAVE, body: { url: busy.url } });
  expect(screen.getByText(/^3 busy times, read /)).toBeTruthy();
  expect(recorded.toasts).toEqual(['Calendar connected.']);
  expect(screen.getByRole('button', { name: 'Read again' })).toBeTruthy();
});

test('keeps the field and the status of a calendar that it connects', async () => {
  const read = { ...busy, read_at: '2026-11-25T10:00:00Z', times: 3 };
  await open({
    [SAVE]: (body) => ({
      feed_url: FEED,
      busy: (body as { url: string | null }).url ? read : null,
    }),
  });
  const field = (await screen.findByLabelText('Calendar address')) as HTMLInputElement;
  const button = screen.getByRole('button', { name: 'Connect' });
  const status = button.closest('form')?.querySelector('[role=status]');
  fireEvent.change(field, { target: { value: 'webcal://cal.example/a.ics' } });
  button.focus();
  await press('Connect');
  expect(document.activeElement).toBe(button);
  expect(field.value).toBe(busy.url);
  expect(status?.isConnected).toBe(true);
  expect(status?.textContent).toMatch(/^3 busy times, read /);
  fireEvent.change(field, { target: { value: 'cal.example' } });
  await press('Connect');
  expect(screen.getByRole('alert')).toBeTruthy();
  await press('Remove');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field.value).toBe('');
  expect(status?.textContent).toBe('');
});

test('sends the address of a calendar program', async () => {
  const { recorded } = await open({ [SAVE]: () => ({ feed_url: FEED, busy }) });
  fireEvent.change(await screen.findByLabelText('Calendar address'), {
    target: { value: 'WEBCAL://cal.example/a.ics' },
  });
  await press('Connect');
  expect(recorded.calls.at(-1)?.body).toEqual({ url: 'WEBCAL://cal.example/a.ics' });
});

test('warns about an address that is not connected yet', async () => {
  await open({ [SAVE]: () => ({ feed_url: FEED, busy }) });
  const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const field = await screen.findByLabelText('Calendar address');
  expect(warns()).toBe(false);
  fireEvent.change(field, { target: { value: busy.url } });
  expect(warns()).toBe(true);
  await press('Connect');
  expect(warns()).toBe(false);
});

test('shows the problem of a calendar at its field', async () => {
  const problem = 'This is not a calendar file.';
  await open({ [SAVE]: () => ({ feed_url: FEED, busy: { ...busy, problem } }) });
  await screen.findByLabelText('Calendar address');
  await press('Connect');
  expect(screen.getByText('Paste the address of your calendar.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Calendar address'), { target: { value: busy.url } });
  await press('Connect');
  expect(screen.getByRole('alert').textContent).toBe(problem);
});

test('explains an outage and keeps the address', async () => {
  await open({ [SAVE]: () => Promise.reject(new ApiError('http', 500)) });
  const field = (await screen.findByLabelText('Calendar address')) as HTMLInputElement;
  fireEvent.change(field, { target: { value: busy.url } });
  await press('Connect');
  expect(screen.getByRole('alert').textContent).toBe(
    "We couldn't connect your calendar. Please try again.",
  );
  expect(field.value).toBe(busy.url);
});

test.each([
  ['incomplete', 'cal.example/a.ics', 'Enter a link that starts with https://.'],
  [
    'too long',
    `https://cal.example/${'a'.repeat(MAX_CALENDAR_URL)}`,
    'Please use at most 2,000 characters.',
  ],
])('sends no %s address', async (_, address, problem) => {
  const { recorded } = await open();
  fireEvent.change(await screen.findByLabelText('Calendar address'), {
    target: { value: address },
  });
  await press('Connect');
  expect(screen.getByRole('alert').textContent).toBe(problem);
  expect(recorded.calls.filter(({ call }) => call === SAVE)).toEqual([]);
});

test('renews the address of the feed after a question', async () => {
  const renewed = FEED.replace('secret', 'other');
  const { recorded } = await open({
    'POST /api/coach/calendar/renew/': () => ({ feed_url: renewed, busy: null }),
  });
  expect(((await screen.findByLabelText('Address')) as HTMLInputElement).value).toBe(FEED);
  await press('New address');
  expect(recorded.confirms).toEqual(['Get a new address? (The old one stops working.)']);
  expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe(renewed);
});

test('adds a range of days off', async () => {
  await open();
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2026-12-24' } });
  fireEvent.change(screen.getByLabelText('Until (optional)'), { target: { value: '2026-12-27' } });
  await press('Add 4 days off');
  const remove = () =>
    screen
      .getAllByRole('button', { name: /^Remove \w{3}, .* 2026$/ })
      .map((button) => button.getAttribute('aria-label'));
  const range = 'Thu, Dec 24, 2026 – Sun, Dec 27, 2026';
  expect(remove()).toEqual([`Remove ${range}`]);
  await press(`Show each day of ${range}`);
  expect(remove()).toHaveLength(4);
  await press('Add hours to Fri, Dec 25, 2026');
  await press('Remove Sat, Dec 26, 2026');
  expect(remove()).toHaveLength(3);
});

test('removes a range of days off at once', async () => {
  await open();
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2026-12-24' } });
  fireEvent.change(screen.getByLabelText('Until (optional)'), { target: { value: '2026-12-27' } });
  await press('Add 4 days off');
  await press('Remove Thu, Dec 24, 2026 – Sun, Dec 27, 2026');
  expect(screen.queryByRole('button', { name: /^Remove .* 2026/ })).toBeNull();
});

test('adds no more days off than can be stored', async () => {
  await open();
  const add = screen.getByRole('button', { name: 'Add a day off' }) as HTMLButtonElement;
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2026-12-01' } });
  fireEvent.change(screen.getByLabelText('Until (optional)'), { target: { value: '2027-03-31' } });
  expect(screen.getByRole('alert').textContent).toBe(
    'You can set special hours for up to 120 days.',
  );
  expect(add.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Until (optional)'), { target: { value: '2027-03-30' } });
  await press('Add 120 days off');
  expect(screen.getByText('120 days off')).toBeTruthy();
});
