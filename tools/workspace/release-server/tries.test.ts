import { inspectSent } from 'shell/inspect-sent';
import { expect, test } from 'vitest';
import { triesOf } from './tries';

test('what is sent runs in sealed processes only', () => {
  expect(triesOf('https://carry.example').inspect).toBe(inspectSent);
});
