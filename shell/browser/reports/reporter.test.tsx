import { hasUnsavedChanges } from '@carry/contracts/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportBatch } from '../../universal/failures/report';
import { createReporter } from './reporter';

const send = vi.fn(async (_url: string, _init: { body: string }) => new Response());
beforeEach(() => void vi.stubGlobal('fetch', send));
afterEach(() => {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  send.mockClear();
  vi.unstubAllGlobals();
});

function open() {
  const reporter = createReporter('view', null);
  reporter.listen();
  return reporter;
}

test.each([
  () => new Event('beforeunload'),
  () => new PageTransitionEvent('pagehide', { persisted: true }),
])('reports no failure of a page that unloads (%#)', (unload) => {
  const reporter = open();
  window.dispatchEvent(unload());
  reporter.failed('load', { name: 'mf-coach', version: '1.0.0-0123456789ab' });
  reporter.flush();
  expect(send).not.toHaveBeenCalled();
});

test('reports failures while the frame asks about unsaved changes', () => {
  const reporter = open();
  hasUnsavedChanges();
  reporter.failed('load', { name: 'mf-coach', version: '1.0.0-0123456789ab' });
  reporter.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('reports failures again after a return from the bfcache', () => {
  const reporter = open();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  reporter.failed('load', { name: 'mf-coach', version: '1.0.0-0123456789ab' });
  reporter.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('reports a used release once the page is interactive', async () => {
  const reporter = open();
  reporter.used('mf-coach', '1.0.0-0123456789ab');
  await Promise.resolve();
  reporter.flush();
  expect(send).not.toHaveBeenCalled();
  reporter.responds();
  await Promise.resolve();
  reporter.flush();
  expect(JSON.parse(send.mock.calls[0]?.[1].body ?? '').reports).toEqual([
    { kind: 'used', remote: 'mf-coach', release: '1.0.0-0123456789ab' },
  ]);
});

test('reports a failed frame at once without the error’s message', () => {
  const reporter = open();
  const error = new TypeError('kim@example.com is not a function');
  error.stack =
    'TypeError: x\n    at Frame (https://site.example/assets/static/js/index.0a1b.js:1:2345)';
  reporter.frameFailed(error);
  reporter.frameFailed('no error at all');
  expect(send.mock.calls.map(([, { body }]) => JSON.parse(body))).toEqual([
    {
      view: 'view',
      reports: [],
      frame: { name: 'TypeError', at: '/assets/static/js/index.0a1b.js:1:2345' },
    },
    { view: 'view', reports: [], frame: { name: 'Error' } },
  ]);
});

test('blames no release for an error that came through an extension', () => {
  const reporter = open();
  const inRelease = 'at https://site.example/remotes/mf-coach/1.0.0-0123456789ab/a.js:1:2';
  const fail = (stack: string) =>
    window.dispatchEvent(new ErrorEvent('error', { error: Object.assign(new Error(), { stack }) }));
  fail(`Error\n at chrome-extension://abcdef/inject.js:1:2\n ${inRelease}`);
  reporter.flush();
  expect(send).not.toHaveBeenCalled();
  fail(`Error\n ${inRelease}`);
  reporter.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('names the route that the visitor is on', () => {
  const coach = { name: 'mf-coach', version: '1.0.0-0123456789ab' };
  let pattern = '/cs2';
  const reporter = createReporter('view', null, () => ({ release: coach, pattern }));
  reporter.failed('render', coach);
  reporter.failed('render', coach);
  pattern = '/coach/:id';
  reporter.failed('render', coach);
  reporter.failed('load', coach, { phase: 'entry', route: '/apply' });
  reporter.flush();
  const { reports } = JSON.parse(send.mock.calls[0]?.[1].body ?? '') as ReportBatch;
  expect(reports.map(({ kind, route }) => `${kind} ${route}`)).toEqual([
    'used /cs2',
    'render /cs2',
    'used /coach/:id',
    'render /coach/:id',
    'used /apply',
    'load /apply',
  ]);
});
