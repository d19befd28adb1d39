import { checkFilesSent, inspectSent } from 'shell/inspect-sent';
import { expect, test } from 'vitest';
import { createTrials } from '../processes/try-candidate';

test('checks uploads in sandboxed processes only', () => {
  expect(createTrials('https://carry.example')).toMatchObject({
    inspect: inspectSent,
    checkFiles: checkFilesSent,
  });
});
