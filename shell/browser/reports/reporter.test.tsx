import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReporter } from './reporter';

const send = vi.fn(async () => new Response());
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
])('reports no failure of a page that unloads (%#)', (departure) => {
  const reporter = open();
  window.dispatchEvent(departure());
  reporter.failed('load', 'mf-coach', '1.0.0-0123456789ab');
  reporter.flush();
  expect(send).not.toHaveBeenCalled();
});

test('reports failures again after a return from the bfcache', () => {
  const reporter = open();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  reporter.failed('load', 'mf-coach', '1.0.0-0123456789ab');
  reporter.flush();
  expect(send).toHaveBeenCalledTimes(1);
});
