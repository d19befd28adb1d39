import type { ReleaseRecord } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { readConfig } from './config/config';
import {
  collectClaims,
  contractsDiffer,
  describeSetup,
  liveRemote,
  publicSite,
} from './public-site';

const serves = {
  contracts: [{ version: 2, changes: ['more'] }],
  shared: { react: '19.3.1' },
  routerNames: ['Link'],
};

test('omits keys and contacts from the public site', () => {
  const site = {
    schema: 1 as const,
    revision: 4,
    frame: { links: [] },
    serves,
    owners: {
      'mf-help': {
        paths: ['/help'],
        contact: 'kim@team.example',
        keys: ['ed25519:x'],
        connect: ['https://api.help.example'],
        frames: ['https://player.example'],
      },
    },
  };
  expect(publicSite(site)).toEqual({
    schema: 1,
    revision: 4,
    serves,
    owners: {
      'mf-help': {
        paths: ['/help'],
        connect: ['https://api.help.example'],
        frames: ['https://player.example'],
      },
    },
  });
});

test.each([
  ['/remotes/mf-a/1.0.0/web/remoteEntry.js', '/remotes/mf-a/1.0.0/web/mf-manifest.json'],
  ['/remotes/mf-a/1.0.0/web/js/remoteEntry.js', '/remotes/mf-a/1.0.0/web/mf-manifest.json'],
  ['http://localhost:3101/remoteEntry.js', 'http://localhost:3101/mf-manifest.json'],
])('names the federation manifest of %s', (entry, manifest) => {
  const release = { name: 'mf-a', version: '1.0.0', entry, integrity: '', expose: [], routes: [] };
  expect(liveRemote(release)).toMatchObject({ entry, manifest });
});

test('publishes what other releases are checked against', () => {
  const record = {
    name: 'mf-rating',
    version: '1.0.0-0123456789ab',
    routes: [{ id: 'page', path: '/rating', files: ['web/page.js'] }],
    slots: { coach: { files: ['web/slot.js'] } },
  } as unknown as ReleaseRecord;
  expect(
    collectClaims(
      new Map([
        ['mf-rating', record],
        ['mf-gone', null],
      ]),
    ),
  ).toEqual([{ name: 'mf-rating', routes: [{ path: '/rating' }], slots: { coach: {} } }]);
});

test('publishes the setup that pages show, without secrets', () => {
  const { site: setup, ...config } = readConfig(
    {
      API_URL: 'http://localhost:4000',
      PICTURE_ORIGINS: 'https://pictures.example',
      PREVIEW_SECRET: 'a secret',
      STATUS_TOKEN: 'a token',
    },
    { store: 'a store', lastGood: 'a folder' },
  );
  const site = { name: 'Hats', url: setup.url, settings: { street: 'x' }, redirects: {} };
  expect(describeSetup('0123456789ab', site, config)).toEqual({
    ...{ shell: '0123456789ab', name: 'Hats', settings: { street: 'x' }, redirects: {} },
    ...{ pictureOrigins: ['https://pictures.example'], apiRequestIds: false },
  });
});

test('warns if site.json declares other contracts', () => {
  expect(contractsDiffer({})).toBeNull();
  expect(contractsDiffer({ serves })).toBeNull();
  const more = [...serves.contracts, { version: 3, changes: ['more'] }];
  expect(contractsDiffer({ serves: { ...serves, contracts: more } })).toMatch(
    /declares contracts 2 and 3, this shell serves 2: run 'releases site serve'/,
  );
});
