import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runChosenTests } from './run-chosen-tests';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
beforeEach(() => void vi.stubEnv('SECOND_SERVER', undefined));
afterEach(() => void vi.unstubAllEnvs());
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawnSync: vi.fn(() => ({ status: 0 })),
}));

const lastCommand = () => {
  const [program = '', args = []] = vi.mocked(spawnSync).mock.lastCall ?? [];
  return [/\w+(?=\.\w+$|$)/.exec(program)?.[0], ...args].join(' ');
};

test.each([
  ['mf-booking -t refund', 'vitest run --retry=0 mf-booking -t refund'],
  ['mf-booking --retry=1', 'vitest run mf-booking --retry=1'],
  [
    'student.spec.ts --headed',
    'playwright test -c e2e/playwright.config.ts student.spec.ts --headed --project our API',
  ],
])('runs %s', (chosen, command) => {
  expect(runChosenTests(chosen.split(' '))).toBe(0);
  expect(lastCommand()).toBe(command);
});

test('runs chosen files against both servers with SECOND_SERVER', () => {
  vi.stubEnv('SECOND_SERVER', 'all');
  runChosenTests(['student.spec.ts']);
  expect(lastCommand()).toBe('playwright test -c e2e/playwright.config.ts student.spec.ts');
});
