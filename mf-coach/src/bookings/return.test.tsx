import { hidePage, openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const HIDDEN_MS = 120_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const booking = {
  ...{ id: 1, session_time: '2026-11-24T15:30:00Z', duration_minutes: 60, status: 'confirmed' },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
};
const changed = { ...booking, status: 'cancelled', contact_info: 'kim#2' };

/** Opens a page of a server that implements the specification only. */
async function open(path: string) {
  let rows = [booking];
  let answer: () => unknown = () => rows;
  const page = await openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => answer(),
      'PATCH /api/bookings/1/status/': () => ({}),
      'PATCH /api/bookings/1/notes/': () => ({}),
    },
    now: () => NOW,
  });
  await screen.findAllByText(/kim#1/);
  return {
    ...page,
    set: (next: typeof rows) => {
      rows = next;
    },
    /** Delays the answers; the returned function sends the last one. */
    delay: () => {
      let respond = (_: unknown) => {};
      answer = () => new Promise((resolve) => (respond = resolve));
      return (rows: unknown) =>
        act(async () => {
          answer = () => rows;
          respond(rows);
          await new Promise((resolve) => setTimeout(resolve, 20));
        });
    },
  };
}

test.each([
  '/coach-dashboard',
  '/coach-dashboard?status=all&date=next-7-days',
  '/coach/bookings/1',
])('%s shows what changed while it was hidden', async (path) => {
  const { set, recorded } = await open(path);
  const before = recorded.calls.filter(({ call }) => call.startsWith('GET /api/bookings/')).length;
  const focused = screen.getAllByRole('combobox')[0] as HTMLElement;
  focused.focus();
  set([changed]);
  await hidePage(HIDDEN_MS);
  expect(await screen.findByText('kim#2')).toBeTruthy();
  expect(screen.queryByText('kim#1')).toBeNull();
  expect(document.activeElement).toBe(focused);
  const reads = recorded.calls.filter(({ call }) => call.startsWith('GET /api/bookings/')).length;
  expect(reads).toBe(2 * before);
});

test('keeps typed notes, and a status that was changed meanwhile', async () => {
  const { set, recorded } = await open('/coach/bookings/1');
  const notes = screen.getByLabelText<HTMLTextAreaElement>('Coach Notes');
  fireEvent.change(notes, { target: { value: 'Calm.' } });
  set([{ ...booking, contact_info: 'kim#2' }]);
  await hidePage(HIDDEN_MS);
  await screen.findByText('kim#2');
  const select = screen.getByLabelText<HTMLSelectElement>('Update Status');
  fireEvent.change(select, { target: { value: 'completed' } });
  await waitFor(() => expect(recorded.toasts).toEqual(['Status updated']));
  expect([select.value, notes.value]).toEqual(['completed', 'Calm.']);
});

const OUTDATED = /^These notes have changed since you started typing/;
const findNotes = () => screen.getByLabelText<HTMLTextAreaElement>('Coach Notes');
const type = (value: string) => fireEvent.change(findNotes(), { target: { value } });

test('shows notes of another tab in an untouched field', async () => {
  const { set } = await open('/coach/bookings/1');
  set([{ ...booking, notes: 'Aim low.' }]);
  await hidePage(HIDDEN_MS);
  await waitFor(() => expect(findNotes().value).toBe('Aim low.'));
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});

test('shows notes of another tab beside a draft', async () => {
  const { set } = await open('/coach/bookings/1');
  type('Calm.');
  set([{ ...booking, notes: 'Aim low.' }]);
  await hidePage(HIDDEN_MS);
  await screen.findByText(OUTDATED);
  expect([screen.getByText('Aim low.').tagName, findNotes().value]).toEqual(['P', 'Calm.']);
  const use = screen.getByRole('button', { name: 'Use the saved notes' });
  use.focus();
  fireEvent.click(use);
  expect(findNotes().value).toBe('Aim low.');
  expect(document.activeElement).toBe(findNotes());
});

test('keeps saved notes while the booking is read', async () => {
  const { delay, recorded } = await open('/coach/bookings/1');
  const respond = delay();
  await hidePage(HIDDEN_MS);
  type('Calm.');
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Notes updated']));
  await respond([{ ...booking, notes: 'Aim low.' }]);
  expect([findNotes().value, screen.queryByText(OUTDATED)]).toEqual(['Calm.', null]);
});

test('counts a draft that another tab saved as saved', async () => {
  const { set } = await open('/coach/bookings/1');
  type('Calm.');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  set([{ ...booking, notes: 'Calm.' }]);
  await hidePage(HIDDEN_MS);
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
  expect(screen.queryByText(OUTDATED)).toBeNull();
});

test('drops a status typed by keys if the other side changed it', async () => {
  const { set } = await open('/coach/bookings/1');
  const select = screen.getByLabelText<HTMLSelectElement>('Update Status');
  fireEvent.keyDown(select, { key: 'End' });
  fireEvent.change(select, { target: { value: 'completed' } });
  set([changed]);
  await hidePage(HIDDEN_MS);
  await screen.findByText('kim#2');
  expect(select.value).toBe('cancelled');
  expect(screen.queryByRole('button', { name: 'Save Status' })).toBeNull();
});

test('forgets a draft that equals the saved notes', async () => {
  const { shell } = await open('/coach/bookings/1');
  type('C');
  expect(shell.drafts.keys()).not.toEqual([]);
  type('');
  expect(shell.drafts.keys()).toEqual([]);
});

test('takes trimmed notes of a server as saved', async () => {
  const { set, recorded } = await open('/coach/bookings/1');
  type('Calm.\n');
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Notes updated']));
  type('Calm.\nBold.');
  set([{ ...booking, notes: 'Calm.' }]);
  await hidePage(HIDDEN_MS);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.queryByText(OUTDATED)).toBeNull();
});
