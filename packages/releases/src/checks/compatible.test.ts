import type { ReleaseRecord } from '@carry/contracts/release';
import { ROUTER_NAMES } from '@carry/contracts/shared-modules';
import type { Owners } from '@carry/contracts/site';
import * as router from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { checkCompatible } from './compatible';

function verdict(range: string, have = '19.3.1', names: string[] = ['useState']): string {
  const release = {
    name: 'mf-booking',
    contractVersion: 1,
    routes: [{ id: 'booking', path: '/booking/:id', files: [] }],
    shared: { react: range },
    facts: { imports: { react: names }, packages: [] },
  };
  try {
    checkCompatible(release, {
      live: [],
      serves: {
        contracts: [{ version: 1, changes: [] }],
        shared: { react: have },
        routerNames: [],
      },
      owners: { 'mf-booking': { paths: ['/booking'] } },
    });
    return 'compatible';
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ['^19.0.0'],
  ['~19.3.0'],
  ['>=19.2.0'],
  ['>=18.0.0 <20.0.0'],
  ['18.3.1 - 19.9.9'],
  ['^18.3.0 || ^19.0.0'],
  ['~18.3.0||>=19.3.1'],
  ['19.x'],
  ['19'],
  ['=19.3.1'],
  [' >= 19.3.0 '],
])('accepts %j for a shell with 19.3.1', (range) => {
  expect(verdict(range)).toBe('compatible');
});

test.each([
  ['^19.4.0'],
  ['~19.2.0'],
  ['>=19.3.2'],
  ['>=18.0.0 <19.0.0'],
  ['17.0.0 - 18.9.9'],
  ['^17.0.0 || ^18.3.0'],
  ['>19.3.1 || <19.3.1'],
  ['18.x'],
])('refuses %j for a shell with 19.3.1', { tags: ['@fault-B6'] }, (range) => {
  expect(verdict(range)).toBe(
    `mf-booking: needs react ${range}, the shell has 19.3.1; build it for that version: npx carry-remote upgrade`,
  );
});

test('refuses a module that the shell does not share', { tags: ['@fault-B6'] }, () => {
  expect(verdict('^19.0.0', '')).toBe(
    "mf-booking: uses react, which this site's shell does not share; once all sites run a newer shell, the operator declares it with 'releases site serve'",
  );
});

test('accepts a missing module that the build does not use', () => {
  expect(verdict('^19.0.0', '', [])).toBe('compatible');
});

test.each([['latest'], ['workspace:*'], ['^19.0.0 and more'], ['>='.repeat(9000)], ['']])(
  'rejects the range %j',
  (range) => {
    expect(verdict(range)).toMatch(
      /^mf-booking: needs react '.{0,60}', which is not a version range/,
    );
  },
);

test('applies semver to 0.x carets and prereleases', () => {
  expect(verdict('^0.2.3', '0.2.9')).toBe('compatible');
  expect(verdict('^0.2.3', '0.3.0')).toContain('needs react');
  expect(verdict('^19.3.0', '19.4.0-rc.1')).toContain('needs react');
});

test('suggests an alternative for each missing router name', () => {
  const isPublic = (name: string) => !/^(?:UNSAFE|unstable)_|^default$/.test(name);
  const absent = Object.keys(router).filter(
    (name) => isPublic(name) && !(ROUTER_NAMES as readonly string[]).includes(name),
  );
  expect(absent).toContain('Routes');
  const refusal = (name: string) => {
    try {
      checkCompatible(
        {
          name: 'mf-booking',
          contractVersion: 1,
          routes: [{ id: 'booking', path: '/booking/:id', files: [] }],
          shared: {},
          facts: { imports: { 'react-router-dom': [name] }, packages: [] },
        },
        {
          live: [],
          serves: {
            contracts: [{ version: 1, changes: [] }],
            shared: {},
            routerNames: [...ROUTER_NAMES],
          },
          owners: { 'mf-booking': { paths: ['/booking'] } },
        },
      );
      return 'compatible';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusal('useFetcher')).toBe('compatible');
  expect(
    absent.filter(
      (name) => !/which this site's shell does not provide; (?!it provides)/.test(refusal(name)),
    ),
  ).toEqual([]);
});

describe('slots', () => {
  const serves = { contracts: [{ version: 1, changes: [] }], shared: {}, routerNames: [] };
  const release = (name: string, parts: Pick<ReleaseRecord, 'slots' | 'consumes'>) =>
    ({
      name,
      contractVersion: 1,
      routes: [{ id: 'a', path: `/${name}`, files: [] }],
      shared: {},
      facts: { imports: {}, packages: [] },
      ...parts,
    }) as unknown as ReleaseRecord;
  const provider = release('mf-rating', { slots: { coach: { files: [] } } });
  const consumer = release('mf-shop', { consumes: ['mf-rating.coach'] });
  const check = (
    candidate: ReleaseRecord,
    live: ReleaseRecord[],
    mayLackSlots = false,
    others: Owners = {},
  ) => {
    const owners = { ...others, [candidate.name]: { paths: [`/${candidate.name}`] } };
    checkCompatible(candidate, { live, serves, owners, mayLackSlots });
  };

  test('need a live release that has them', () => {
    expect(() => check(consumer, [provider])).not.toThrow();
    expect(() => check(consumer, [])).toThrow(
      'mf-shop: shows the slot mf-rating.coach, but mf-rating is not live; its team publishes it first',
    );
    expect(() => check(consumer, [release('mf-rating', {})])).toThrow(
      'but the live mf-rating does not have it',
    );
  });

  test('stay while a live release shows them, except in a rollback', () => {
    const lacking = release('mf-rating', { slots: { other: { files: [] } } });
    expect(() => check(lacking, [consumer])).toThrow(
      'mf-rating: lacks the slot mf-rating.coach, which mf-shop shows; keep it until mf-shop is published without it',
    );
    expect(() => check(lacking, [consumer], true)).not.toThrow();
    expect(() => check(lacking, [])).not.toThrow();
  });

  test('leave room for the origins of a page in its headers', () => {
    const providers = Array.from({ length: 5 }, (_, index) => `mf-part-${index}`);
    const live = providers.map((name) => release(name, { slots: { coach: { files: [] } } }));
    const owners = Object.fromEntries(
      providers.map((name) => [
        name,
        { paths: [], connect: [`https://${name}`.padEnd(1200, 'x')] },
      ]),
    );
    const page = (count: number) =>
      release('mf-shop', { consumes: providers.slice(0, count).map((name) => `${name}.coach`) });
    expect(() => check(page(4), live, false, owners)).not.toThrow();
    expect(() => check(page(5), live, false, owners)).toThrow(
      'would have 6000 characters, and the headers of its pages have room for 4800; show slots of fewer remotes',
    );
    expect(() => check(page(5), live, true, owners)).not.toThrow();
  });
});
