import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ToastCard } from './toast';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ['focus', 'pointer', fireEvent.focus, fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['pointer', 'focus', fireEvent.pointerEnter, fireEvent.focus, fireEvent.blur],
])('stays while it has the %s, after the %s has left', (_, __, hold, arrive, leave) => {
  vi.useFakeTimers();
  const onDismiss = vi.fn();
  render(<ToastCard message="Saved" onDismiss={onDismiss} />);
  const toast = screen.getByRole('alert');
  hold(toast);
  arrive(toast);
  leave(toast);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(onDismiss).not.toHaveBeenCalled();
});
