import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedCoach } from './api';
import { CoachSection } from './coach-section';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (coaches: ListedCoach[] | null | Promise<ListedCoach[]>) => {
  const element = (
    <CoachSection
      title="Coaches"
      coaches={coaches}
      fallback={(hasDirectory) => <p>{hasDirectory ? 'None yet' : 'No directory'}</p>}
    >
      <input aria-label="Rest" />
    </CoachSection>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
};
function laterCoaches() {
  let resolve = (_: ListedCoach[]) => {};
  const promise = new Promise<ListedCoach[]>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
const rest = () => screen.queryByLabelText<HTMLInputElement>('Rest');

test('shows the rest with the coaches at once', () => {
  open([]);
  expect(screen.getByText('None yet')).toBeTruthy();
  expect(rest()).toBeTruthy();
});

test('passes to its fallback that there is no directory', () => {
  open(null);
  expect(screen.getByText('No directory')).toBeTruthy();
});

test('keeps what was typed below when late coaches arrive', async () => {
  vi.useFakeTimers();
  const { promise, resolve } = laterCoaches();
  open(promise);
  await act(() => vi.advanceTimersByTimeAsync(1900));
  expect(rest()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  fireEvent.change(rest() as HTMLInputElement, { target: { value: 'typed' } });
  await act(async () => resolve([]));
  expect(screen.getByText('None yet')).toBeTruthy();
  expect(rest()?.value).toBe('typed');
});

test('shows the rest when the coaches arrive in time', async () => {
  const { promise, resolve } = laterCoaches();
  open(promise);
  expect(rest()).toBeNull();
  await act(async () => resolve([]));
  expect(rest()).toBeTruthy();
});
