import { afterEach, expect, test, vi } from 'vitest';
import { followTrust } from '../src/cli/follow-trust';
import type { Store } from '../src/index';

afterEach(() => vi.useRealTimers());

test('reads the trusted keys one at a time', async () => {
  vi.useFakeTimers();
  let respond: (content: null) => void = () => {};
  const read = vi.fn(
    () =>
      new Promise<null>((resolve) => {
        respond = resolve;
      }),
  );
  const use = vi.fn();
  const timer = followTrust({ read } as unknown as Store, () => {}, use);
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(1);
  respond(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(use).toHaveBeenCalledTimes(1);
  expect(read).toHaveBeenCalledTimes(2);
  clearInterval(timer);
});
