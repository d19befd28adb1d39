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
      assertionResults: [
        { status: 'todo' },
        { status: 'failed', fullName: 'channel > closes' },
        { status: 'passed' },
      ],
    },
    { name: '/work/tools/broken.test.ts', status: 'failed', assertionResults: [] },
    {
      name: '/work/tools/late.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'skipped' }],
    },
  ],
});
const spec = (file: string, ...statuses: string[]) => ({
  file,
  title: 'books',
  tests: statuses.map((status) => ({ status })),
});
const browser = JSON.stringify({
  stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 2 },
  suites: [
    { specs: [], suites: [{ specs: [spec('fleet.spec.ts', 'skipped', 'skipped')] }] },
    { specs: [spec('html.spec.ts', 'expected')] },
  ],
});

test('lists skipped tests by file and failed ones by name', () => {
  const totals = [
    countUnit(unit, '/work', ['a.test.ts › Error: late', 'tools/late.test.ts › Error: timed out']),
    countBrowser(browser, false),
    { passed: 1, failed: 0 },
  ];
  expect(closingLines(totals)).toEqual([
    'skipped: 2 in e2e/fleet.spec.ts',
    'skipped: 2 in services/api/test/backup.test.ts',
    'skipped: 1 in shell/server/health/report-channel.test.ts',
    'skipped: 1 in tools/late.test.ts',
    'failed: shell/server/health/report-channel.test.ts › channel > closes',
    'failed: tools/broken.test.ts (the file itself)',
    'failed: a.test.ts › Error: late',
    'failed: tools/late.test.ts › Error: timed out',
    '4 passed, 4 failed, 6 skipped',
  ]);
});

test('names browser tests that failed, at night also flaky ones', () => {
  const report = JSON.stringify({
    stats: { expected: 0, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('html.spec.ts', 'unexpected')],
        suites: [{ specs: [spec('fleet.spec.ts', 'flaky')] }],
      },
    ],
  });
  expect(countBrowser(report, false).failures).toEqual(['e2e/html.spec.ts › books']);
  expect(countBrowser(report, true).failures).toEqual([
    'e2e/html.spec.ts › books',
    'e2e/fleet.spec.ts › books',
  ]);
});

test('prints zero skipped tests', () => {
  expect(closingLines([{ passed: 2, failed: 0 }])).toEqual(['2 passed, 0 failed, 0 skipped']);
});

const timed = (title: string, ...durations: number[]) => ({
  title,
  specs: durations.map((duration, index) => ({
    file: 'engines/engines.spec.ts',
    tags: index === 0 ? ['full'] : ['spec-1.12'],
    tests: [{ status: 'expected', results: [{ duration }, { duration: 80_000 }] }],
  })),
});

test('reports an engine whose short form takes over 90 seconds', () => {
  const report = JSON.stringify({
    stats: { expected: 6, unexpected: 0, flaky: 0 },
    suites: [
      {
        specs: [],
        suites: [timed('Firefox', 300_000, 45_000, 45_000), timed('WebKit', 0, 60_000, 31_000)],
      },
    ],
  });
  const line =
    'LATE: the short form took 91 s in WebKit, over its 90 s (e2e/engines/engines.spec.ts)';
  expect(closingLines([countBrowser(report, false)])).toEqual([
    line,
    '6 passed, 0 failed, 0 skipped',
  ]);
  expect(closingLines([countBrowser(report, true)])).toEqual([
    line,
    '6 passed, 1 failed, 0 skipped',
  ]);
});
