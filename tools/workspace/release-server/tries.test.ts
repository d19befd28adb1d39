import { inspectSent } from 'shell/inspect-sent';
import { expect, test } from 'vitest';
import { createTrials } from '../processes/try-candidate';

test('inspects uploads in sandboxed workers only', () => {
  expect(createTrials('https://carry.example').inspect).toBe(inspectSent);
});
