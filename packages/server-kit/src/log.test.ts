import { expect, test } from 'vitest';
import { createLog, loggedEvents } from './log';

test('counts events by code', () => {
  const log = createLog('test');
  log.level = 'fatal';
  log.fatal({ code: 'payment.incident' }, 'first');
  log.fatal({ code: 'payment.incident' }, 'second');
  log.fatal('without a code');
  log.fatal({ code: 7 }, 'no code of ours');
  expect([...loggedEvents()]).toEqual([['payment.incident', 2]]);
});
