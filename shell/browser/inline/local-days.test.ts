import { afterEach, expect, test, vi } from 'vitest';
import { showLocalDays } from './local-days';

const home = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = home;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the days that stay visible, and the rule that hides the others. */
function run(zone: string, now: string, rendered = now): { days: string[]; rule: string } {
  process.env['TZ'] = zone;
  vi.useFakeTimers({ now: Date.parse(now) });
  const replaceSync = vi.fn();
  const adoptedStyleSheets: unknown[] = [];
  vi.stubGlobal('document', { adoptedStyleSheets });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync = replaceSync;
    },
  );
  showLocalDays(Date.parse(rendered));
  expect(adoptedStyleSheets).toHaveLength(1);
  const rule = String(replaceSync.mock.calls[0]?.[0]);
  return { rule, days: [...rule.matchAll(/="([\d-]+)"/g)].map(([, day = '']) => day) };
}

test.each([
  ['UTC', '2026-11-25', '2026-12-01'],
  ['Pacific/Kiritimati', '2026-11-26', '2026-12-02'],
  ['Pacific/Niue', '2026-11-24', '2026-11-30'],
])('shows the next seven days of a visitor in %s', (zone, first, last) => {
  const { days } = run(zone, zone === 'Pacific/Niue' ? '2026-11-24T09:00Z' : '2026-11-24T12:00Z');
  expect(days).toHaveLength(7);
  expect([days[0], days.at(-1)]).toEqual([first, last]);
});

test('uses the time of the render beside a wrong clock', () => {
  const { days } = run('Pacific/Kiritimati', '2025-01-01T12:00Z', '2026-11-24T12:00Z');
  expect([days[0], days.at(-1)]).toEqual(['2026-11-26', '2026-12-02']);
  expect(run('UTC', '2026-11-24T00:30Z', '2026-11-23T23:40Z').days[0]).toBe('2026-11-25'); // from the cache
});

test('hides each other day and nothing else', () => {
  const { rule } = run('UTC', '2026-11-24T12:00Z');
  expect(rule).toMatch(
    /^\[data-local-day\]:not\((\[data-local-day="[\d-]+"\],?){7}\)\{display:none\}$/,
  );
});

test('counts days, not hours, where clocks change', () => {
  const { days } = run('Europe/Berlin', '2026-10-24T21:30Z');
  expect(days.slice(0, 2)).toEqual(['2026-10-25', '2026-10-26']);
});
