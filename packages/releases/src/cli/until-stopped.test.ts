import { expect, onTestFinished, test } from 'vitest';
import { stopRequested } from './until-stopped';

test('keeps the process for its shutdown on repeated signals', async () => {
  const before = process.rawListeners('SIGINT');
  const added = () => process.rawListeners('SIGINT').filter((one) => !before.includes(one));
  const stopping = stopRequested();
  onTestFinished(() => {
    for (const end of added()) process.off('SIGINT', end as () => void);
  });
  for (const end of added()) end.call(process, 'SIGINT');
  await stopping;
  expect(added()).toHaveLength(1);
});
