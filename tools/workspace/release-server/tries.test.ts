import { inspectSent } from 'shell/inspect-sent';
import { expect, test } from 'vitest';
import { triesOf } from '../processes/try-candidate';

test('inspects uploads in sandboxed workers only', () => {
  expect(triesOf('https://carry.example').inspect).toBe(inspectSent);
});
