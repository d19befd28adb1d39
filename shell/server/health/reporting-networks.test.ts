import { expect, test } from 'vitest';
import { ReportingNetworks } from './reporting-networks';

/** Reports of `loads` pages of each network, all failed or all loaded. */
function report(networks: ReportingNetworks, names: string[], loads: number, failed: boolean) {
  for (const name of names) for (let load = 0; load < loads; load++) networks.add(name, failed);
}

test.each([
  ['five failed pages of three networks', ['a', 'b', 'c'], 2, [], true],
  ['one failed page of each of five networks', ['a', 'b', 'c', 'd', 'e'], 1, [], true],
  ['exactly half of all networks', ['a', 'b', 'c'], 2, ['d', 'e', 'f'], true],
  ['less than half of all networks', ['a', 'b', 'c'], 2, ['d', 'e', 'f', 'g'], false],
  ['two networks with many failed pages', ['a', 'b'], 50, [], false],
  ['four failed pages of four networks', ['a', 'b', 'c', 'd'], 1, [], false],
])('judges %s', (_, failing, loads, healthy, isProblem) => {
  const networks = new ReportingNetworks();
  report(networks, failing, loads, true);
  report(networks, healthy, 1, false);
  const all = failing.length + healthy.length;
  expect(networks.getProblem()).toBe(
    isProblem ? `browsers of ${failing.length} of ${all} networks failed to load it` : null,
  );
});

test('keeps the failures of a network that later loads the release', () => {
  const networks = new ReportingNetworks();
  report(networks, ['a', 'b', 'c'], 2, true);
  report(networks, ['a', 'b', 'c'], 10, false);
  expect(networks.getProblem()).not.toBeNull();
});
