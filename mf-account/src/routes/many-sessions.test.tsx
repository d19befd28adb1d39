import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const NOW = Date.parse('2026-11-22T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const completed = {
  id: 4,
  coach_name: 'Nova',
  session_time: inHours(-3),
  duration_minutes: 60,
  status: 'completed',
  has_review: true,
};
const open = (sessions: object[]) =>
  openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/my-sessions/': () => sessions },
    now: () => NOW,
    confirm: false,
  });

test('asks before unsaved words of a review are left', async () => {
  const { recorded, router } = await open([{ ...completed, has_review: false }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave a Review' }));
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: 'Good.' } });
  await act(async () => void router.navigate('/'));
  expect(recorded.confirms).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/sessions');
});

test('shows many sessions by month, the latest one open', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...completed,
    id: index,
    session_time: inHours((index - 50) * 24),
    status: index < 50 ? 'completed' : 'confirmed',
  }));
  await open(many);
  await screen.findAllByRole('listitem');
  const inGroup = (name: string) => within(screen.getByRole('region', { name }));
  expect(inGroup('Upcoming').getAllByRole('heading', { level: 3 })).toHaveLength(10);
  const past = inGroup('Past');
  const times = () => [...document.querySelectorAll('details time')].length;
  expect(times()).toBe(10);
  fireEvent.click(past.getByRole('button', { name: 'Show more sessions' }));
  await waitFor(() => expect(times()).toBe(20));
  expect(screen.getAllByText('Next session')).toHaveLength(1);
});
