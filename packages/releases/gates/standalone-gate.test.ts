import { expect, test, vi } from 'vitest';
import type { Candidate } from '../src/checks/candidate';
import { build } from '../test/build';
import type { GateTab } from './gate-tab';
import { standaloneGate } from './standalone-gate';

const candidate = { record: { name: 'mf-booking', routes: [{ path: '/booking/:id' }] } };

test.each([
  ['opens the page of a build', {}, 1],
  ['leaves a packed build out', { packed: true }, 0],
])('%s', async (_, manifest, visits) => {
  const visit = vi.fn(() => Promise.resolve([]));
  const tab = { visit } as unknown as GateTab;
  await standaloneGate(candidate as Candidate, build({ manifest }), tab);
  expect(visit).toHaveBeenCalledTimes(visits);
});
