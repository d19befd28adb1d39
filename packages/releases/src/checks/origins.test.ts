import { describe, expect, it } from 'vitest';
import { checkAddedOrigins, checkPageOrigins } from './origins';

const createOrigin = (length: number) => 'https://'.padEnd(length, 'x');
const createOwner = (length: number) => ({ paths: [], connect: [createOrigin(length)] });

describe('checkAddedOrigins', () => {
  const add = (consumes: string[]) =>
    checkAddedOrigins('mf-new', {
      before: undefined,
      owners: { 'mf-long': createOwner(5000), 'mf-new': createOwner(20) },
      served: [{ name: 'mf-page', version: '0.1.0-abc', consumes: ['mf-long.coach', ...consumes] }],
    });

  it('ignores a page over the limit without a slot of the remote', () => {
    expect(() => add([])).not.toThrow();
    expect(() => add(['mf-newer.coach'])).not.toThrow();
    expect(() => add(['mf-new.coach'])).toThrow('mf-page@0.1.0-abc: its origins');
  });
});

describe('checkPageOrigins', () => {
  it.each([
    [[{}], true],
    [[{}, { frames: true as const }], false],
  ])('counts frames of a release with the routes %j', (routes, isAllowed) => {
    const claims = routes.map((route) => ({ id: 'a', path: '/a', files: [], ...route }));
    const release = { name: 'mf-page', consumes: ['mf-long.coach'], routes: claims };
    const page = { ...createOwner(20), frames: [createOrigin(20)] };
    const check = () =>
      checkPageOrigins(release, { owners: { 'mf-page': page, 'mf-long': createOwner(4770) } });
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow('would have 4810 characters');
  });
});
