import type { ReleaseRecord } from '@carry/contracts/release';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { expect, test } from 'vitest';
import { compose, type LocalRemote } from './composition';

const record = (name: string, routes: Partial<ReleaseRecord['routes'][number]>[]) =>
  ({
    name,
    version: '1.0.0-000000000000',
    entry: 'web/entry.js',
    expose: [],
    routes: routes.map((route, id) => ({ id: String(id), path: '/', files: [], ...route })),
    files: {},
  }) as unknown as ReleaseRecord;
const site = {
  owners: { 'mf-help': { paths: ['/help'] }, 'mf-shop': { paths: ['/'] } },
  frame: { selector: { group: 'Shop', label: 'Thing', placeholder: 'Choose a thing' }, links: [] },
};
const shop = record('mf-shop', [
  { path: '/', menu: { label: 'Home', icon: 'web/home.svg' }, sitemap: ['/'] },
  { path: '/hats', menu: { label: 'Hats', group: 'Shop' }, sitemap: ['/hats'] },
]);
const help = record('mf-help', [
  { path: '/help', menu: { label: 'Questions', group: 'Help' }, sitemap: ['/help'] },
]);

const developing = (name: string, needs: Partial<LocalRemote['needs']> = {}): LocalRemote => ({
  ref: { name, version: 'dev', entry: '/a.js', integrity: '', expose: [], routes: [] },
  origin: 'http://localhost:1',
  needs: { workers: false, wasm: false, ...needs },
});

test('builds navigation and sitemap from routes, ordered by owner', () => {
  const { menu, sitemap } = compose(
    new Map([
      ['mf-help', help],
      ['mf-shop', shop],
    ]),
    fakeSite,
    site,
  );
  expect(menu).toEqual({
    selector: site.frame.selector,
    links: [],
    entries: [
      { path: '/help', label: 'Questions', group: 'Help', icon: null },
      {
        path: '/',
        label: 'Home',
        group: null,
        icon: '/remotes/mf-shop/1.0.0-000000000000/web/home.svg',
      },
      { path: '/hats', label: 'Hats', group: 'Shop', icon: null },
    ],
  });
  expect(sitemap).toEqual(['/help', '/', '/hats']);
});

test('keeps the sitemap paths of routes with parameters apart', () => {
  const hat = { path: '/hats/:id', sitemap: ['/hats/1'] };
  const { sitemap, parameterPaths } = compose(
    new Map([['mf-shop', record('mf-shop', [{ path: '/hats', sitemap: ['/hats'] }, hat])]]),
    fakeSite,
    site,
  );
  expect([sitemap, parameterPaths]).toEqual([['/hats'], ['/hats/1']]);
});

test('finds the owner of a path', () => {
  const { owner, isOwned } = compose(new Map([['mf-shop', shop]]), fakeSite, site);
  expect([owner('/hats')?.pattern, isOwned('/hats')]).toEqual(['/hats', true]);
  expect([owner('/none'), isOwned('/none')]).toEqual([null, false]);
});

test('drops the entries of a remote without a release', () => {
  const [both, alone] = [help, null].map((other) =>
    compose(
      new Map([
        ['mf-help', other],
        ['mf-shop', shop],
      ]),
      fakeSite,
      site,
    ),
  );
  expect(alone?.menu.entries.map(({ path }) => path)).toEqual(['/', '/hats']);
  expect(alone?.sitemap).toEqual(['/', '/hats']);
  expect(alone?.frameKey).not.toBe(both?.frameKey);
});

test('a remote with its own servers needs its own document', () => {
  const connect = ['https://api.shop.example'];
  const owners = { ...site.owners, 'mf-shop': { paths: ['/'], connect } };
  const records = new Map([
    ['mf-help', help],
    ['mf-shop', shop],
  ]);
  const { refs, getNeeds } = compose(records, fakeSite, { ...site, owners });
  expect(refs.map(({ name, ownDocument }) => [name, ownDocument])).toEqual([
    ['mf-help', undefined],
    ['mf-shop', true],
  ]);
  expect([getNeeds('mf-help').connect, getNeeds('mf-shop').connect]).toEqual([[], connect]);
});

test('a remote that shows frames at once needs its own document', () => {
  const frames = ['https://player.example'];
  const owners = {
    'mf-help': { paths: ['/help'], frames },
    'mf-shop': { paths: ['/'], frames },
  };
  const [route] = help.routes;
  const records = new Map([
    ['mf-help', { ...help, routes: [{ ...route, frames: true }] } as typeof help],
    ['mf-shop', shop],
  ]);
  const { refs, getNeeds } = compose(records, fakeSite, { ...site, owners });
  expect(refs.map(({ ownDocument }) => ownDocument)).toEqual([true, undefined]);
  expect(['mf-help', 'mf-shop'].map((name) => getNeeds(name).frames)).toEqual([frames, []]);
});

test('a development build has its own needs, not those of its release', () => {
  const records = new Map([
    ['mf-help', { ...help, needs: { workers: false, wasm: true } }],
    ['mf-shop', shop],
  ]);
  const local = [developing('mf-help', { workers: true }), developing('mf-shop')];
  const { getNeeds, refs } = compose(records, fakeSite, { ...site, local });
  expect(getNeeds('mf-help')).toMatchObject({ workers: true, wasm: false });
  expect(getNeeds('mf-shop')).toMatchObject({ workers: false, wasm: false });
  expect(refs.map(({ ownDocument }) => ownDocument)).toEqual([true, undefined]);
});

test('only documents of remotes with workers allow them', () => {
  const records = new Map([
    ['mf-help', help],
    ['mf-shop', { ...shop, needs: { workers: true, wasm: false } }],
  ]);
  const { refs, getNeeds } = compose(records, fakeSite, site);
  expect(refs.map(({ ownDocument }) => ownDocument)).toEqual([undefined, true]);
  expect(['mf-help', 'mf-shop'].map((name) => getNeeds(name).workers)).toEqual([false, true]);
});

test('a remote has the needs of the remotes whose slots it shows', () => {
  const connect = ['https://api.shop.example'];
  const owners = {
    ...site.owners,
    'mf-help': { paths: ['/help'], connect: ['https://api.help.example'] },
    'mf-shop': { paths: ['/'], connect },
  };
  const records = new Map([
    ['mf-help', { ...help, consumes: ['mf-shop.cart'] }],
    ['mf-shop', { ...shop, needs: { workers: false, wasm: true } }],
  ]);
  const { refs, getNeeds } = compose(records, fakeSite, { ...site, owners });
  expect(getNeeds('mf-help')).toMatchObject({
    connect: ['https://api.help.example', ...connect],
    wasm: true,
  });
  expect(refs.map(({ ownDocument }) => ownDocument)).toEqual([true, true]);
});

test('a remote with its own third party needs its own document', () => {
  const till = { scripts: ['https://js.till.example'], remotes: ['mf-shop'], setting: 'tillKey' };
  const maps = { scripts: ['https://maps.example'] };
  const records = new Map([
    ['mf-help', help],
    ['mf-shop', shop],
  ]);
  const composed = (settings: Record<string, string>) =>
    compose(records, { ...fakeSite, settings }, { ...site, thirdParties: { till, maps } });
  const { refs, listThirdParties } = composed({ tillKey: 'pk_1' });
  expect(refs.map(({ ownDocument }) => ownDocument)).toEqual([undefined, true]);
  expect([listThirdParties('mf-help').scripts, listThirdParties('mf-shop').scripts]).toEqual([
    ['https://maps.example'],
    ['https://js.till.example', 'https://maps.example'],
  ]);
  expect(composed({}).refs.map(({ ownDocument }) => ownDocument)).toEqual([undefined, undefined]);
  const local = developing('mf-shop');
  const developed = compose(
    records,
    { ...fakeSite, settings: { tillKey: 'pk_1' } },
    { ...site, thirdParties: { till }, local: [local] },
  );
  expect(developed.refs.map(({ ownDocument }) => ownDocument)).toEqual([undefined, true]);
});

test('fills in the texts of the head and keeps its profiles', () => {
  const head = {
    description: 'About {name}',
    sameAs: ['{chatUrl}'],
    picture: { path: '/a.png', alt: '{name}' },
  };
  const { menu } = compose(new Map(), fakeSite, { ...site, frame: { ...site.frame, head } });
  expect(menu.head).toEqual({
    description: 'About Sample',
    sameAs: ['{chatUrl}'],
    picture: { path: '/a.png', alt: 'Sample' },
  });
});
