import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const application = {
  id: 3,
  name: 'Vex',
  email: 'vex@example.com',
  game: 'lol',
  rank: 'Challenger',
  links: 'https://profiles.example/vex',
  about: 'Mid lane.',
  time_zone: 'Europe/Warsaw',
  since: '2026-11-20T12:00:00Z',
  state: 'open',
  coach_id: null,
};
const open = (answers = {}) =>
  openPage(remote, '/operator/coaches', {
    ...signedIn,
    answers: {
      'GET /api/operator/applications/': () => [
        application,
        { ...application, id: 2, name: 'Old', state: 'declined' },
      ],
      'GET /api/operator/coaches/': () => [
        { id: 1, name: 'Nova', email: 'coach@carry.example', services: 4 },
      ],
      ...answers,
    },
  });

test('lists open applications and coaches', async () => {
  await open();
  expect(screen.getByText('Vex')).toBeTruthy();
  expect(screen.queryByText('Old')).toBeNull();
  expect(screen.getByRole('link', { name: 'Nova' }).getAttribute('href')).toBe('/booking/1');
  expect(screen.getByText('coach@carry.example · 4 services')).toBeTruthy();
});

test('searches coaches and links to older ones after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: 2000 - index, name: `Coach ${2000 - index}`, email: 'c@example.com', services: 1 },
  }));
  const { recorded, router } = await open({
    'GET /api/operator/coaches/': (_: unknown, __: unknown, query: string) =>
      query === 'q=nova' ? [] : full,
  });
  const older = screen.getByRole('link', { name: 'Show older entries' });
  expect(older.getAttribute('href')).toBe('/operator/coaches?below=1901');
  const field = screen.getByLabelText('Coach number or part of a name, page address or email');
  fireEvent.change(field, { target: { value: 'nova' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No coaches match.')).toBeTruthy();
  expect(router.state.location.search).toBe('?q=nova');
  expect(recorded.calls.map(({ call }) => call)).toContain('GET /api/operator/coaches/?q=nova');
});

test('accepts an application after a question', async () => {
  const { recorded } = await open({
    'POST /api/operator/applications/3/accept/': () => ({ coach_id: 9 }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Accept Vex' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Accepted. They got an email.']));
  expect(recorded.confirms).toHaveLength(1);
});

test('declines an application with a reason', async () => {
  const { recorded } = await open({
    'POST /api/operator/applications/3/decline/': () => ({ detail: 'Declined' }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Decline Vex' }));
  fireEvent.change(screen.getByLabelText("Why you're declining Vex"), {
    target: { value: ' No proof. ' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Declined']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/applications/3/decline/',
    body: { reason: 'No proof.' },
  });
});

test('adds a coach', async () => {
  const { recorded } = await open({ 'POST /api/operator/coaches/': () => ({ id: 5 }) });
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  expect(await screen.findByText('There is a problem')).toBeTruthy();
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill('Email', 'rook@example.com');
  fill('Name', 'Rook');
  fill('Time zone', 'Europe/Berlin');
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Rook is a coach now']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/coaches/',
    body: { email: 'rook@example.com', name: 'Rook', time_zone: 'Europe/Berlin' },
  });
});
