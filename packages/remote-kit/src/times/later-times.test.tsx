import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LaterTimes } from './later-times';

afterEach(cleanup);

const loading = { loadMore: () => {}, isLoading: false, isFailed: false };
const DAYS = ['Day 0', 'Day 1', 'Day 2'];
const Picker = ({ days, isLast = false }: { days: number; isLast?: boolean }) => (
  <>
    {DAYS.slice(0, days).map((day) => (
      <button key={day} type="button" aria-controls="picker">
        {day}
      </button>
    ))}
    <LaterTimes
      times={isLast ? { ...loading, loadMore: null } : loading}
      picker="picker"
      days={days}
    />
  </>
);

test.each([
  ['the first new day after the last week', [2, 3], 'Day 1'],
  ['nothing after the list starts again', [0, 2], ''],
])('focuses %s', (_, [next = 0, last = 0], focused) => {
  const { rerender } = render(<Picker days={1} />);
  fireEvent.click(screen.getByRole('button', { name: 'Show later times' }));
  rerender(<Picker days={next} />);
  rerender(<Picker days={last} isLast />);
  const { activeElement } = document;
  expect(activeElement === document.body ? '' : activeElement?.textContent).toBe(focused);
});
