import { ownServes } from '@carry/releases';
import { sharedModules } from '@carry/remote-kit/build/common';
import * as react from 'react';
import { expect, test } from 'vitest';
import { sharedVersions, shareScope } from './shared-modules';

test('the page provides every shared module, in the version that release checks go by', () => {
  const provided = Object.entries(ownServes().shared).map(
    ([name, version]) => `${name} ${version}`,
  );
  expect(sharedVersions()).toEqual(provided.sort());
  expect(Object.keys(shareScope()).sort()).toEqual(Object.keys(sharedModules).sort());
});

test('what one remote does to its scope, no other one gets', () => {
  const [scope, other] = [shareScope(), shareScope()];
  const [version = ''] = Object.keys(scope['react'] ?? {});
  const evil = { from: 'evil', get: () => () => 'evil' };
  Object.assign(scope['react'] ?? {}, { '99.0.0': evil, [version]: evil });
  scope['react-dom'] = {};
  expect(Object.keys(other['react'] ?? {})).toEqual([version]);
  expect(other['react']?.[version]?.get()()).toEqual(react);
  expect(Object.keys(shareScope()['react-dom'] ?? {})).toHaveLength(1);
});
