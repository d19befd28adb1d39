import { inspectSent } from 'shell/inspect-sent';
import { expect, test } from 'vitest';
import { tries } from './tries';

test('what is sent runs in sealed processes only', () => {
  expect(tries.inspect).toBe(inspectSent);
});
