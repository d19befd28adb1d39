import { ApiError } from '@carry/remote-kit';
import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recordFiles } from '../../test/saved-files';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const kim = {
  id: 3,
  email: 'kim@example.com',
  since: '2026-11-01T12:00:00Z',
  verified: true,
  locked_at: null as string | null,
  coach_id: null,
  bookings: 2,
};

test('leads to the page of a coach', async () => {
  const answers = { 'GET /api/operator/members/': () => [{ ...kim, coach_id: 7 }] };
  await openPage(remote, '/operator/members', { ...signedIn, answers });
  const link = screen.getByRole('link', { name: '7' });
  expect(link.getAttribute('href')).toBe('/operator/coaches/7');
});

test('downloads the members of a search as CSV', async () => {
  const files = recordFiles();
  const EXPORT = 'GET /api/operator/members/export/';
  const { recorded } = await openPage(remote, '/operator/members?q=kim&below=9', {
    ...signedIn,
    answers: {
      'GET /api/operator/members/': () => [kim],
      [EXPORT]: () => asOtherServer(new Blob(['member\r\n'])),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await vi.waitFor(async () => expect(await files()).toEqual([['members.csv', 'member\r\n']]));
  expect(recorded.calls.at(-1)?.call).toBe(`${EXPORT}?q=kim`);
});

test('locks and unlocks a member', async () => {
  let locked_at: string | null = null;
  const { recorded } = await openPage(remote, '/operator/members?q=kim', {
    ...signedIn,
    answers: {
      'GET /api/operator/members/': () => [{ ...kim, locked_at }],
      'POST /api/operator/members/3/lock/': () => {
        locked_at = '2026-11-25T12:00:00Z';
        return { detail: 'Locked' };
      },
      'POST /api/operator/members/3/unlock/': () => ({ detail: 'Unlocked' }),
    },
  });
  expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe(
    '/operator/bookings?q=Member%203',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Lock kim@example.com' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock kim@example.com' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Locked', 'Unlocked']));
  expect(recorded.confirms).toHaveLength(1);
});

test('names the consequences before a coach is locked', async () => {
  const lock = async (member: object) => {
    const { recorded } = await openPage(remote, '/operator/members', {
      ...signedIn,
      confirm: false,
      answers: { 'GET /api/operator/members/': () => [{ ...kim, ...member }] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Lock kim@example.com' }));
    await waitFor(() => expect(recorded.confirms).toHaveLength(1));
    cleanup();
    return recorded.confirms[0];
  };
  expect(await lock({ coach_id: 7 })).toMatch(
    /coach page disappears.*pending payouts wait.*After five minutes we email them that they can cancel.*at once if the session starts within an hour.*cancel their open bookings/,
  );
  expect(await lock({})).not.toContain('coach page');
});

test('exports the data of a member as a file', async () => {
  const files = recordFiles();
  const data = { account: { email: kim.email }, bookings: [1, 2] };
  const { recorded } = await openPage(remote, '/operator/members', {
    ...signedIn,
    answers: {
      'GET /api/operator/members/': () => [kim],
      'GET /api/operator/members/3/export/': () => data,
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Export kim@example.com' }));
  await waitFor(async () =>
    expect(await files()).toEqual([['member-3.json', JSON.stringify(data)]]),
  );
  expect(recorded.alerts).toEqual([]);
});

test('saves no file of a refused export', async () => {
  const files = recordFiles();
  const { recorded } = await openPage(remote, '/operator/members', {
    ...signedIn,
    answers: {
      'GET /api/operator/members/': () => [kim],
      'GET /api/operator/members/3/export/': () =>
        Promise.reject(new ApiError('http', 404, { detail: 'Not found.' })),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Export kim@example.com' }));
  await waitFor(() => expect(recorded.alerts).toEqual(['Not found.']));
  expect(await files()).toEqual([]);
});

test('deletes an account only after a question', async () => {
  const { recorded } = await openPage(remote, '/operator/members', {
    ...signedIn,
    confirm: false,
    answers: { 'GET /api/operator/members/': () => [kim] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Delete kim@example.com' }));
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect(recorded.calls).toHaveLength(1);
});

test('names the consequences before a coach is deleted', async () => {
  const { recorded } = await openPage(remote, '/operator/members', {
    ...signedIn,
    confirm: false,
    answers: { 'GET /api/operator/members/': () => [{ ...kim, coach_id: 7 }] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Delete kim@example.com' }));
  await waitFor(() => expect(recorded.confirms).toHaveLength(1));
  expect(recorded.confirms[0]).toContain("doesn't work while students have open sessions");
  expect(recorded.confirms[0]).not.toContain('cancels their upcoming bookings');
});
