import { describe, expect, it } from 'vitest';
import type { ReleaseRef } from '../../universal/page/boot';
import { createRouteIndex } from './route-index';

const release = (name: string, ownDocument?: true): ReleaseRef => ({
  ...{ name, version: '1.0.0', entry: '/a.js', integrity: '', expose: [], routes: [] },
  ...(ownDocument && { ownDocument }),
});
const composition = { url: '', integrity: '' };

describe('needsDocument', () => {
  it.each([
    ['from a shared policy to a shared one', release('mf-a'), release('mf-b'), false],
    ['to a policy of its own', release('mf-a'), release('mf-b', true), true],
    ['from a policy of its own', release('mf-a', true), release('mf-b'), true],
    ['between two policies', release('mf-a', true), release('mf-b', true), true],
    ['inside a remote', release('mf-a', true), release('mf-a', true), false],
    ['from a page without a remote', null, release('mf-b'), false],
  ])('%s', (_, own, target, expected) => {
    const index = createRouteIndex({ own, composition });
    expect(index.needsDocument(target)).toBe(expected);
  });
});
