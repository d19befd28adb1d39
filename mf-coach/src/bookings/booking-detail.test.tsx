import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_NOTES, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const NOW = Date.parse('2026-11-22T12:00:00Z');
const STATUS = 'PATCH /api/bookings/1/status/';
const NOTES = 'PATCH /api/bookings/1/notes/';
const booking = {
  ...{ id: 1, session_time: '2026-11-22T15:30:00Z', duration_minutes: 60, status: 'confirmed' },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
};
const ours = {
  ...{ unread: 0, reader: 'coach', timed: true, student_name: 'Kim', student_booking: 1 },
  ...{ time_zone: 'UTC', writable: true, has_review: false, history: [] },
};

async function open(more: object = {}, answers: Record<string, FakeAnswer> = {}) {
  const row = { ...booking, ...more };
  const page = await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [row],
      'GET /api/bookings/1/': () => row,
      'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
      [STATUS]: () => ({}),
      [NOTES]: () => ({}),
      ...answers,
    },
    now: () => NOW,
  });
  const select = (await screen.findByLabelText('Update Status')) as HTMLSelectElement;
  const toast = vi.spyOn(page.shell.notify, 'toast');
  return {
    ...page,
    change: async (value: string) => {
      const before = toast.mock.calls.length;
      fireEvent.change(select, { target: { value } });
      await waitFor(() => expect(toast.mock.calls.length).toBe(before + 1));
      return toast.mock.lastCall?.[1];
    },
    sent: () => page.recorded.calls.flatMap(({ call, body }) => (call === STATUS ? [body] : [])),
  };
}

test('offers no Undo of a cancellation on another server', async () => {
  const { change } = await open();
  expect(await change('cancelled')).toBeUndefined();
  expect(await change('confirmed')).toMatchObject({ label: 'Undo' });
});

test('explains a delayed refund', async () => {
  const due = { ...ours, status: 'cancelled', amount: 25, refund: 'due' };
  await open({ ...due, refund_failed: true });
  expect(screen.getByText('Refund delayed').nextElementSibling?.textContent).toBe(
    "$25.00. We couldn't refund the student yet. We're looking into it.",
  );
  cleanup();
  await open(due);
  expect(screen.getByText('Refund on its way').nextElementSibling?.textContent).toBe('$25.00');
});

test('undoes a cancellation on our server', async () => {
  const { change, sent } = await open(ours);
  (await change('cancelled'))?.run();
  await waitFor(() => expect(sent()).toEqual([{ status: 'cancelled' }, { status: 'confirmed' }]));
});

test('asks before Undo cancels a booking again', async () => {
  const { change, sent, recorded } = await open({ ...ours, status: 'cancelled' });
  const undo = await change('confirmed');
  expect(recorded.confirms).toHaveLength(1);
  undo?.run();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(recorded.confirms[1]).toMatch(/^Confirm changing status to "CANCELLED"\?/);
});

test('counts down to confirmed bookings only', async () => {
  const { change } = await open();
  expect(screen.getByText('Starts in 3 hours 30 minutes')).toBeTruthy();
  await change('cancelled');
  await waitFor(() => expect(screen.queryByText(/^Starts in/)).toBeNull());
  cleanup();
  await open({ ...ours, status: 'cancelled' });
  expect(screen.queryByText(/^Starts in/)).toBeNull();
});

test('shows N/A for a booking without a duration', async () => {
  await open({ duration_minutes: undefined });
  expect(screen.getByText('Duration').nextElementSibling?.textContent).toBe('N/A');
});

test.each([
  ['ours', ours, 0],
  ['another server', {}, 1],
])('leaves long notes to %s', async (_, more, calls) => {
  const notes = 'a'.repeat(MAX_NOTES + 1);
  const { recorded } = await open({ ...more, notes });
  fireEvent.change(screen.getByLabelText('Coach Notes'), { target: { value: `${notes}b` } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  if (calls === 0) expect((await screen.findByRole('alert')).textContent).toBe(tooLong(MAX_NOTES));
  else await waitFor(() => expect(recorded.toasts).toEqual(['Notes updated']));
  expect(recorded.calls.filter(({ call }) => call === NOTES)).toHaveLength(calls);
});

describe('the status, chosen by keys', () => {
  const tick = () => new Promise((resolve) => setTimeout(resolve, 20));
  const choose = (select: HTMLElement, key: string, value: string) => {
    fireEvent.keyDown(select, { key });
    fireEvent.change(select, { target: { value } });
    fireEvent.keyUp(select, { key });
  };
  const arrows = async () => {
    const page = await open({}, {});
    const select = screen.getByLabelText<HTMLSelectElement>('Update Status');
    choose(select, 'ArrowDown', 'cancelled');
    choose(select, 'ArrowDown', 'completed');
    return { ...page, select };
  };

  test.each([
    ['Enter', (select: HTMLElement) => fireEvent.keyDown(select, { key: 'Enter' })],
    ['the button', () => fireEvent.click(screen.getByRole('button', { name: 'Save Status' }))],
  ])('asks once, after %s', async (_, save) => {
    const { select, recorded, sent } = await arrows();
    expect([recorded.confirms, select.value]).toEqual([[], 'completed']);
    save(select);
    await waitFor(() => expect(sent()).toEqual([{ status: 'completed' }]));
    expect(recorded.confirms).toEqual(['Confirm changing status to "COMPLETED"?']);
    expect(screen.queryByRole('button', { name: 'Save Status' })).toBeNull();
  });

  test('is described as unsaved in a mounted live region', async () => {
    await open({}, {});
    const select = screen.getByLabelText('Update Status');
    const regions = screen.getAllByRole('status');
    choose(select, 'ArrowDown', 'completed');
    const note = screen.getByText('Not saved yet. Press Enter or Save Status.');
    expect(regions).toContain(note);
    expect(select.getAttribute('aria-describedby')).toBe(note.id);
  });

  test('gives the focus of its button to the select', async () => {
    const { select } = await arrows();
    const button = screen.getByRole('button', { name: 'Save Status' });
    button.focus();
    fireEvent.click(button);
    expect(document.activeElement).toBe(select);
  });

  test('waits after the field has lost the focus', async () => {
    const { select, recorded } = await arrows();
    select.focus();
    screen.getByLabelText('Coach Notes').focus();
    await tick();
    expect([recorded.confirms, select.value]).toEqual([[], 'completed']);
    expect(screen.getByText(/^Not saved yet\./)).toBeTruthy();
  });

  test('asks nothing for the stored status', async () => {
    const { select, recorded } = await arrows();
    fireEvent.change(select, { target: { value: 'confirmed' } });
    await tick();
    expect([recorded.confirms, select.value]).toEqual([[], 'confirmed']);
  });

  test('keeps the key from the prompt', async () => {
    const { select } = await arrows();
    expect(fireEvent.keyDown(select, { key: 'Enter' })).toBe(false);
    expect(fireEvent.keyDown(select, { key: 'Enter' })).toBe(true);
  });

  test('goes back on Escape', async () => {
    const { select, recorded } = await arrows();
    fireEvent.keyDown(select, { key: 'Escape' });
    fireEvent.blur(select);
    await tick();
    expect([select.value, recorded.confirms]).toEqual(['confirmed', []]);
  });

  test('asks at once for a choice from the open list', async () => {
    const { recorded } = await open();
    const select = screen.getByLabelText('Update Status');
    fireEvent.keyDown(select, { key: 'ArrowDown' });
    fireEvent.keyUp(select, { key: 'ArrowDown' });
    choose(select, 'Enter', 'completed');
    await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  });
});
