import { expect, test } from 'vitest';
import { readConfig } from './config/config';
import { contractsDiffer, publicSite, runsOf } from './public-site';

const serves = {
  contracts: [{ version: 2, changes: ['more'] }],
  shared: { react: '19.3.1' },
  routerNames: ['Link'],
};

test('what everybody may read of a site has neither keys nor whom to ask', () => {
  const site = {
    schema: 1 as const,
    revision: 4,
    frame: { links: [] },
    serves,
    owners: { 'mf-help': { paths: ['/help'], contact: 'kim@team.example', keys: ['ed25519:x'] } },
  };
  expect(publicSite(site)).toEqual({
    schema: 1,
    revision: 4,
    serves,
    owners: { 'mf-help': { paths: ['/help'] } },
  });
});

test('what everybody may read of how a site runs has what pages show and no secret', () => {
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
  expect(runsOf('0123456789ab', site, config)).toEqual({
    ...{ shell: '0123456789ab', name: 'Hats', settings: { street: 'x' }, redirects: {} },
    ...{ pictureOrigins: ['https://pictures.example'], apiRequestIds: false },
  });
});

test('a shell that serves other contracts than site.json says is told', () => {
  expect(contractsDiffer({})).toBeNull();
  expect(contractsDiffer({ serves })).toBeNull();
  const more = [...serves.contracts, { version: 3, changes: ['more'] }];
  expect(contractsDiffer({ serves: { ...serves, contracts: more } })).toMatch(
    /contracts 2 and 3 are served, this shell serves 2: run 'releases site serve'/,
  );
});
