import { afterEach, expect, test, vi } from 'vitest';
import { ReleaseIsolation } from './release-isolation';

afterEach(() => void vi.useRealTimers());

test('ends a cooldown although the clock stepped back', () => {
  vi.useFakeTimers();
  const isolation = new ReleaseIsolation(5000, 60_000);
  isolation.coolDown('mf-booking@1');
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(isolation.isCoolingDown('mf-booking@1')).toBe(true);
  vi.advanceTimersByTime(5001);
  expect(isolation.isCoolingDown('mf-booking@1')).toBe(false);
  expect(isolation.isIsolated('mf-booking@1')).toBe(true);
});
