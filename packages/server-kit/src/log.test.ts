import { expect, test, vi } from 'vitest';
import { createLog, LOG_LEVELS, loggedEvents, scrub } from './log';

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

test.each(['a', '-a', '1-', 'a.', 'a@', 'a@a.', 'eyJ', 'eyJ1.', 'http://', 'http://a?'])(
  'redacts a long text of %j in linear time',
  (unit) => {
    const start = process.cpuUsage();
    scrub(unit.repeat(100_000 / unit.length));
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  },
);

test.each([
  ['of kim@example.com.', 'of [address].'],
  ['(a.b+c@mail.example.co.uk)', '([address])'],
  ['token=eyJhbGciOiJIUzI1NiJ9.eyJpZCI6N30.c2ln', 'token=[token]'],
  ['at https://a.example/b?token=1#c, then', 'at https://a.example/b?[…] then'],
  ["url='https://a.example/#x'", "url='https://a.example/?[…]'"],
  ['https://a.example/b', 'https://a.example/b'],
  ['key 0123456789abcdef0123456789abcdef', 'key [secret]'],
  ['/remotes/mf-booking/0.1.0-0123456789ab', '/remotes/mf-booking/0.1.0-0123456789ab'],
])('redacts %j', (text, redacted) => {
  expect(scrub(text)).toBe(redacted);
});
