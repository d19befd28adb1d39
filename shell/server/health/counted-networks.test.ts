import { expect, test } from 'vitest';
import { CountedNetworks } from './counted-networks';

test('counts a network once an hour', () => {
  let now = 0;
  const networks = new CountedNetworks(() => now);
  expect(networks.count('one')).toBe(true);
  now += 3_599_999;
  expect(networks.count('one')).toBe(false);
  expect(networks.count('two')).toBe(true);
  now += 1;
  expect(networks.count('one')).toBe(true);
  expect(networks.count('two')).toBe(false);
});

test('forgets the oldest beyond 50,000 networks', () => {
  const networks = new CountedNetworks(() => 0);
  for (let number = 0; number <= 50_000; number++) networks.count(`network ${number}`);
  expect(networks.count('network 50000')).toBe(false);
  expect(networks.count('network 0')).toBe(true);
});
