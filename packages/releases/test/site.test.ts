import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeEvent } from '../src/events/describe-event';
import {
  addOwner,
  installSite,
  promote,
  readAudit,
  readLive,
  readOwners,
  readSite,
  removeOwner,
  rollback,
  type Store,
  setCanary,
} from '../src/index';
import { addFreeze } from '../src/pointers/freeze';
import { rotateKey } from '../src/pointers/site';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { build, install, numbered, release } from './build';
import { conditionalStores, type OpenedStore } from './stores';

const REMOTE = 'mf-booking';
const why = { why: 'new page', who: 'kim' };

describe.each(conditionalStores)('owners in %s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('refuses to publish without a site document', async () => {
    const { version } = await release(store, build());
    await release(store, numbered(2));
    await store.remove('site.json');
    const refused = /claims \/booking\/:id, which is outside its ownership \(none\)/;
    await expect(promote(store, REMOTE, { version, ...why })).rejects.toThrow(refused);
    await expect(rollback(store, REMOTE, why)).rejects.toThrow(refused);
    await expect(setCanary(store, REMOTE, { version, percent: 10, ...why })).rejects.toThrow(
      refused,
    );
    await install(store, {});
    await expect(release(store, numbered(3))).rejects.toThrow(refused);
    expect(await readOwners(store)).toEqual({});
  });

  test.each([
    '{',
    '[]',
    '{"schema":2}',
    '{"schema":1,"revision":1,"owners":{"mf-booking":{"paths":["/booking/../x"]}}}',
  ])('refuses every publish with a site document like %s', async (content) => {
    await install(store);
    await store.write('site.json', Buffer.from(content));
    await expect(release(store, build())).rejects.toThrow(/^site\.json is malformed/);
    await expect(addOwner(store, REMOTE, { owner: { paths: ['/help'] }, ...why })).rejects.toThrow(
      /^site\.json is malformed/,
    );
  });

  test('publishes only owned paths and records ownership changes', async () => {
    await addOwner(store, REMOTE, { owner: { paths: ['/booking'] }, ...why });
    const { version } = await release(store, build());
    await addOwner(store, REMOTE, { owner: { paths: ['/help', '/booking'] }, ...why });
    expect((await readOwners(store))[REMOTE]?.paths).toEqual(['/booking', '/help']);
    await release(
      store,
      numbered(2, { routes: "[{ id: 'booking', path: '/help/:id', Component: () => null }]" }),
    );
    await removeOwner(store, REMOTE, { paths: ['/booking'], ...why });
    await expect(rollback(store, REMOTE, { version, ...why })).rejects.toThrow(
      /outside its ownership \(\/help\)/,
    );
    await removeOwner(store, REMOTE, { paths: [], ...why });
    expect(await readOwners(store)).toEqual({});
    const changes = (await readAudit(store, REMOTE)).filter(
      ({ action }) => action === 'own' || action === 'disown',
    );
    expect(changes.map(({ who, action, paths }) => [who, action, paths])).toEqual([
      ['kim', 'own', ['/booking']],
      ['kim', 'own', ['/help']],
      ['kim', 'disown', ['/booking']],
      ['kim', 'disown', []],
    ]);
    expect((await readLive(store)).remotes[REMOTE]?.version).not.toBe(version);
  });

  test('records which settings of an owner changed', async () => {
    const [key, next] = [1, 2].map(() => readSigningKey(newPrivateKey()).publicKey) as [
      string,
      string,
    ];
    const add = (owner: object) =>
      addOwner(store, REMOTE, { owner: { paths: ['/booking'], ...owner }, ...why });
    await add({ connect: ['https://a.example'], contact: 'team' });
    await add({ connect: ['https://b.example'], frames: ['https://f.example'], budget: 20 });
    await add({ frames: [], keys: [key] });
    await rotateKey(store, REMOTE, { key: next, ...why });
    const window = {
      from: '2026-12-24T00:00:00.000Z',
      until: '2030-01-01T00:00:00.000Z',
      why: 'x',
    };
    const period = '2026-12-24 00:00 UTC to 2030-01-01 00:00 UTC';
    await addFreeze(store, REMOTE, { window, ...why });
    await addFreeze(store, undefined, { window, ...why });
    const entries = await readAudit(store);
    const sentences = entries.map((entry) => describeEvent(entry).replace(' (kim: new page)', ''));
    expect(sentences).toEqual([
      'mf-booking owns /booking: connect (added https://a.example), contact (added team)',
      'the settings of the owner of mf-booking changed: connect (added https://b.example, removed https://a.example), frames (added https://f.example), budget (added 20)',
      `the settings of the owner of mf-booking changed: frames (removed https://f.example), keys (added ${key})`,
      `the keys of mf-booking changed: keys (added ${next}, removed ${key})`,
      `the settings of the owner of mf-booking changed: freezes (added ${period})`,
      `the definition of the site changed: freezes (added ${period})`,
    ]);
  });

  test.each([
    ['/booking', /mf-booking and mf-help cannot both have \/booking$/],
    ['/booking/help', /mf-booking and mf-help cannot both have \/booking\/help$/],
    ['/help', null],
    ['/book', null],
    ['/', null],
  ])('checks ownership if another remote requests %s', async (path, refused) => {
    await addOwner(store, REMOTE, { owner: { paths: ['/booking'] }, ...why });
    const adding = addOwner(store, 'mf-help', { owner: { paths: [path] }, ...why });
    if (refused) await expect(adding).rejects.toThrow(refused);
    else expect((await adding).owners['mf-help']).toEqual({ paths: [path] });
  });

  test("refuses a path above another remote's path", async () => {
    await addOwner(store, 'mf-help', { owner: { paths: ['/booking/help'] }, ...why });
    await expect(
      addOwner(store, REMOTE, { owner: { paths: ['/booking'] }, ...why }),
    ).rejects.toThrow('mf-booking and mf-help cannot both have /booking/help');
  });

  test.each([
    '',
    'help',
    '/Help',
    '/help/',
    '//help',
    '/help/../login',
    '/help?x=1',
    '/:id',
    '/*',
    '/help help',
    `/${'x'.repeat(200)}`,
  ])("rejects '%s' as a path", async (path) => {
    await expect(addOwner(store, REMOTE, { owner: { paths: [path] }, ...why })).rejects.toThrow(
      `'${path}' is not a path`,
    );
    expect(await readSite(store)).toBeNull();
  });

  test('keeps all of ten concurrent changes', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `mf-made-${index}`);
    await Promise.all(
      names.map((name) => addOwner(store, name, { owner: { paths: [`/${name}`] }, ...why })),
    );
    expect(Object.keys(await readOwners(store)).sort()).toEqual(names);
    expect((await readSite(store))?.revision).toBe(10);
    expect(await readAudit(store)).toHaveLength(10);
  });

  test("refuses a route over the site's budget", async () => {
    await addOwner(store, REMOTE, { owner: { paths: ['/booking'], budget: 20 }, ...why });
    await expect(release(store, build())).rejects.toThrow(
      /its route booking loads \d+ bytes, this site allows its routes 20/,
    );
  });

  test("merges an installation's file idempotently", async () => {
    await addOwner(store, 'mf-help', { owner: { paths: ['/help'] }, ...why });
    const frame = { selector: { group: 'Games', label: 'Game', placeholder: 'Choose' }, links: [] };
    const file = {
      schema: 1,
      frame,
      owners: { [REMOTE]: { paths: ['/booking'], contact: 'booking@carry.example' } },
    } as const;
    await installSite(store, structuredClone(file) as never, why);
    const first = await readSite(store);
    expect(first?.owners).toEqual({ 'mf-help': { paths: ['/help'] }, ...file.owners });
    expect(first?.frame).toEqual(frame);
    expect((await readAudit(store)).map(({ action, remote }) => `${action} ${remote}`)).toEqual([
      'own mf-help',
      `own ${REMOTE}`,
      'product site',
    ]);
    await installSite(store, structuredClone(file) as never, why);
    expect(await readSite(store)).toEqual(first);
    for (const frames of [['https://a.example'], ['https://b.example'], []]) {
      const owner = { ...file.owners[REMOTE], frames };
      await installSite(store, { ...file, owners: { [REMOTE]: owner } } as never, why);
      expect((await readOwners(store))[REMOTE]?.frames).toEqual(frames);
    }
  });
});
