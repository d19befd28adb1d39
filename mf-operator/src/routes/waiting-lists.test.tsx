import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const entry = {
  game: 'lol',
  game_name: 'League of Legends',
  email: 'a@example.com',
  since: '2026-11-01T10:00:00Z',
  invited_at: null as string | null,
  unsubscribed: false,
};

const vex = { id: 4, name: 'Vex', email: 'vex@example.com', services: 1 };

test('shows the lists by game and invites one', async () => {
  const { recorded } = await openPage(remote, '/operator/waiting-lists', {
    ...signedIn,
    answers: {
      'GET /api/operator/waitlist/': () => [
        entry,
        { ...entry, email: 'b@example.com', invited_at: '2026-11-02T10:00:00Z' },
        { ...entry, email: 'd@example.com', game: 'cs2', game_name: 'CS2' },
        {
          ...entry,
          email: 'c@example.com',
          game: 'dota2',
          game_name: 'Dota 2',
          unsubscribed: true,
        },
      ],
      'GET /api/operator/coaches/': (_, __, query) => (query === 'game=lol' ? [vex] : []),
      'POST /api/operator/coaches/4/invitations/': () => ({ invited: 1 }),
    },
  });
  const list = within(screen.getByRole('region', { name: 'League of Legends' }));
  expect(list.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'EmailSinceStateAction',
    'a@example.comNov 1, 2026WaitingRemove',
    'b@example.comNov 1, 2026Invited Nov 2, 2026Remove',
  ]);
  expect(screen.queryByLabelText('Coach for Dota 2')).toBeNull();
  expect(screen.queryByLabelText('Coach for CS2')).toBeNull();
  const other = within(screen.getByRole('region', { name: 'CS2' }));
  expect(other.getByText('No coach has this game on their page yet.')).toBeTruthy();
  fireEvent.click(list.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['1 invitation sent']));
  expect(recorded.confirms).toEqual([
    "Invite everyone waiting for League of Legends to Vex? (Each of them gets one email. You can't undo it.)",
  ]);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/coaches/4/invitations/',
    body: { game: 'lol' },
  });
});

test('removes an address after a question', async () => {
  let entries = [entry, { ...entry, email: 'b@example.com' }];
  const { recorded } = await openPage(remote, '/operator/waiting-lists', {
    ...signedIn,
    answers: {
      'GET /api/operator/waitlist/': () => entries,
      'GET /api/operator/coaches/': () => [vex],
      'POST /api/operator/waitlist/remove/': (body) => {
        entries = entries.filter(({ email }) => email !== (body as { email: string }).email);
        return { detail: 'Removed' };
      },
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Remove a@example.com' }));
  await waitFor(() => expect(screen.queryByText('a@example.com')).toBeNull());
  expect(screen.getByText('b@example.com')).toBeTruthy();
  expect(recorded.toasts).toEqual(['Removed']);
  expect(recorded.confirms).toEqual([
    'Remove a@example.com? (We delete this address from all waiting lists, even if it has unsubscribed.)',
  ]);
});

test('names the invitations that follow', async () => {
  const { recorded } = await openPage(remote, '/operator/waiting-lists', {
    ...signedIn,
    answers: {
      'GET /api/operator/waitlist/': () => [entry],
      'GET /api/operator/coaches/': () => [vex],
      'POST /api/operator/coaches/4/invitations/': () => ({ invited: 1000, more: true }),
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() =>
    expect(recorded.toasts).toEqual(['1,000 invitations sent; the others follow.']),
  );
});

test('continues after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({
    ...{ ...entry, email: `${index}+x@example.com` },
  }));
  const { recorded, router } = await openPage(remote, '/operator/waiting-lists?q=nova', {
    ...signedIn,
    answers: {
      'GET /api/operator/waitlist/': (_, __, query) => (query.includes('after') ? [] : full),
      'GET /api/operator/coaches/': () => [vex],
    },
  });
  expect(screen.getByText('100 waiting for League of Legends on this page')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Show more entries' }));
  expect(await screen.findByText('No more entries.')).toBeTruthy();
  expect(router.state.location.search).toBe('?q=nova&after=lol%2F99%2Bx%40example.com');
  expect(recorded.calls.at(-1)?.call).toBe(
    'GET /api/operator/waitlist/?limit=100&after=lol%2F99%2Bx%40example.com',
  );
});

test('searches for a coach beyond a full list', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...vex, id: 2000 - index }));
  const { recorded } = await openPage(remote, '/operator/waiting-lists', {
    ...signedIn,
    answers: {
      'GET /api/operator/waitlist/': () => [entry],
      'GET /api/operator/coaches/': (_, __, query) =>
        query === 'q=nova&game=lol' ? [{ ...vex, id: 3, name: 'Nova' }] : full,
      'POST /api/operator/coaches/3/invitations/': () => ({ invited: 1 }),
    },
  });
  expect(screen.getByText(/Showing the newest 100 coaches\. Search above/)).toBeTruthy();
  const field = screen.getByLabelText('Coach number or part of a name, page address or email');
  fireEvent.change(field, { target: { value: 'nova' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByRole('option', { name: 'Nova' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['1 invitation sent']));
});
