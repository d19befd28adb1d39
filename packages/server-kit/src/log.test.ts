import { expect, test, vi } from 'vitest';
import { createLog, LOG_LEVELS, loggedEvents } from './log';

test('counts events by code', () => {
  const log = createLog('test');
  log.level = 'fatal';
  log.fatal({ code: 'payment.incident' }, 'first');
  log.fatal({ code: 'payment.incident' }, 'second');
  log.fatal('without a code');
  log.fatal({ code: 7 }, 'no code of ours');
  expect(loggedEvents().get('payment.incident')).toBe(2);
  expect([...loggedEvents().keys()].every((code) => typeof code === 'string')).toBe(true);
});

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
  ['silent', []],
])('level %s writes %j and counts all events', (level, written) => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const log = createLog('test');
  expect(log.level).toBe('warn');
  log.level = level;
  const code = `test.${level}`;
  for (const each of LOG_LEVELS) if (each !== 'silent') log[each]({ code }, 'a line');
  vi.restoreAllMocks();
  expect(log.level).toBe(level);
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written);
  expect(loggedEvents().get(code)).toBe(4);
});
