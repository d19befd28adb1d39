import { ROUTER_NAMES } from '@carry/contracts/shared-modules';
import { expect, test } from 'vitest';
import * as sharedRouter from './shared-router';

test('exports exactly the router names of the contract', () => {
  expect(Object.keys(sharedRouter).sort()).toEqual([...ROUTER_NAMES].sort());
});
