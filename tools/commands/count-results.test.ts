import { expect, test } from 'vitest';
import { closingLines, countBrowser, countUnit } from './count-results';

const unit = JSON.stringify({
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: '/work/services/api/test/backup.test.ts',
      assertionResults: ['passed', 'skipped', 'pending'].map((status) => ({ status })),
    },
    {
      name: '/work/shell/server/health/report-channel.test.ts',
      assertionResults: ['todo', 'failed', 'passed'].map((status) => ({ status })),
    },
  ],
});
const spec = (file: string, ...statuses: string[]) => ({
  file,
  tests: statuses.map((status) => ({ status })),
});
const browser = JSON.stringify({
  stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 2 },
  suites: [
    { specs: [], suites: [{ specs: [spec('fleet.spec.ts', 'skipped', 'skipped')] }] },
    { specs: [spec('html.spec.ts', 'expected')] },
  ],
});

test('counts skipped tests and lists their files', () => {
  const totals = [countUnit(unit, '/work'), countBrowser(browser, false), { passed: 1, failed: 0 }];
  expect(closingLines(totals)).toEqual([
    'skipped: 2 in e2e/fleet.spec.ts',
    'skipped: 2 in services/api/test/backup.test.ts',
    'skipped: 1 in shell/server/health/report-channel.test.ts',
    '4 passed, 1 failed, 5 skipped',
  ]);
});

test('prints zero skipped tests', () => {
  expect(closingLines([{ passed: 2, failed: 0 }])).toEqual(['2 passed, 0 failed, 0 skipped']);
});
