import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runChosenTests } from './run-chosen-tests';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
beforeEach(() => {
  vi.stubEnv('SECOND_SERVER', undefined);
  vi.mocked(spawnSync).mockClear();
});
afterEach(() => void vi.unstubAllEnvs());
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawnSync: vi.fn(() => ({ status: 0 })),
}));

const commands = () =>
  vi
    .mocked(spawnSync)
    .mock.calls.map(([program, args = []]) =>
      [/\w+(?=\.\w+$|$)/.exec(program)?.[0], ...args].join(' '),
    );

test.each([
  ['mf-booking -t refund', 'vitest run --retry=0 mf-booking -t refund'],
  ['mf-booking --retry=1', 'vitest run mf-booking --retry=1'],
  [
    'student.spec.ts --headed',
    'playwright test -c e2e/playwright.config.ts student.spec.ts --headed --project our API',
  ],
  [
    'x.spec.ts -g shell --project ours second',
    'playwright test -c e2e/playwright.config.ts x.spec.ts -g shell --project ours second',
  ],
  ['x.spec.ts:40', 'playwright test -c e2e/playwright.config.ts x.spec.ts:40 --project our API'],
])('runs %s', (chosen, command) => {
  expect(runChosenTests(chosen.split(' '))).toBe(0);
  expect(commands()).toEqual([command]);
});

test('runs chosen files against both servers with SECOND_SERVER', () => {
  vi.stubEnv('SECOND_SERVER', 'all');
  runChosenTests(['student.spec.ts']);
  expect(commands()).toEqual(['playwright test -c e2e/playwright.config.ts student.spec.ts']);
});

test('runs browser and unit tests that are chosen together', () => {
  vi.mocked(spawnSync).mockReturnValueOnce({ status: 3 } as ReturnType<typeof spawnSync>);
  expect(runChosenTests(['mf-booking', 'student.spec.ts', 'mf-coach/a.test.ts'])).toBe(3);
  expect(commands()).toEqual([
    'playwright test -c e2e/playwright.config.ts student.spec.ts --project our API',
    'vitest run --retry=0 mf-booking mf-coach/a.test.ts',
  ]);
});

test.each(['student.spec.ts mf-booking --headed', 'student.spec.ts --headed mf-booking'])(
  'refuses options of one runner for both: %s',
  (chosen) => {
    const explain = vi.spyOn(console, 'error').mockReturnValue();
    expect(runChosenTests(chosen.split(' '))).toBe(2);
    expect(commands()).toEqual([]);
    expect(explain).toHaveBeenCalledOnce();
    explain.mockRestore();
  },
);
