import type { RemoteModule, ShellApi } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { expect } from 'vitest';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const days = Array.from({ length: 7 }, (_, index) =>
  new Date(NOW + (index + 1) * 86_400_000).toISOString().slice(0, 10),
);

/** Fake responses in which every day has the same starts. */
export const createAnswers = (
  starts: string[],
  room: Record<string, number> = {},
): Record<string, FakeAnswer> => ({
  'GET /api/coaches/7/': () => ({ id: 7, name: 'Nova', description: 'Aim.' }),
  'GET /api/coaches/7/services/': () => [{ id: 1, label: 'Coaching', rate: 25, is_hourly: true }],
  'GET /api/reviews/by-coach/7/': () => [],
  ...Object.fromEntries(
    days.map((date) => [
      `GET /api/coach/7/available-slots/?date=${date}&duration=60`,
      () => ({ available_slots: starts.map((start) => ({ start, room_minutes: room[start] })) }),
    ]),
  ),
});

/** Opens the page. A second call with the same shell simulates a reload. */
export async function openCoachPage(
  remote: RemoteModule,
  { shell }: { shell: ShellApi },
  hash = '',
) {
  cleanup();
  const routes = remote.createRoutes(shell) as RouteObject[];
  const router = createMemoryRouter(routes, { initialEntries: [`/booking/7${hash}`] });
  await waitFor(() => expect(router.state.initialized).toBe(true));
  render(<RouterProvider router={router} />);
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^\w{3}, \w{3} \d+/ })).toHaveLength(7),
  );
  await waitFor(() =>
    expect(within(screen.getByRole('form')).queryByText('Loading...')).toBeNull(),
  );
  await act(async () => {});
}
export const day = (index: number) =>
  screen.getAllByRole('button', { name: /^\w{3}, \w{3} \d+/ })[index] as HTMLElement;
export const times = () =>
  within(screen.getByRole('group', { name: /^\w{3}, \w{3} \d+$/ })).getAllByRole('button');
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u202f', ' ');
export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const quantity = (value: string) => fill('Quantity (hour(s))', value);
export const notice = () =>
  plain(screen.getByRole('group', { name: 'Time slot' }).querySelector('.notice')?.textContent);
export async function chooseZone(zone: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Change time zone' }));
  await screen.findByLabelText('Show times in');
  fill('Show times in', zone);
  fireEvent.keyDown(screen.getByLabelText('Show times in'), { key: 'Enter' });
}
export function choose(dayIndex: number, time: string) {
  fireEvent.click(day(dayIndex));
  fireEvent.click(times().find(({ textContent }) => plain(textContent) === time) as HTMLElement);
}
