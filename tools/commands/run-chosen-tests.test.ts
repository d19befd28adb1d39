import { spawnSync } from 'node:child_process';
import { afterAll, expect, test, vi } from 'vitest';
import { runChosenTests } from './run-chosen-tests';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawnSync: vi.fn(() => ({ status: 0 })),
}));

test.each([
  ['mf-booking -t refund', 'vitest run --retry=0 mf-booking -t refund'],
  ['mf-booking --retry=1', 'vitest run mf-booking --retry=1'],
  [
    'student.spec.ts --headed',
    'playwright test -c e2e/playwright.config.ts student.spec.ts --headed --project our API',
  ],
])('runs %s', (chosen, command) => {
  expect(runChosenTests(chosen.split(' '))).toBe(0);
  const [program = '', args = []] = vi.mocked(spawnSync).mock.lastCall ?? [];
  expect([/\w+(?=\.\w+$|$)/.exec(program)?.[0], ...args].join(' ')).toBe(command);
});
