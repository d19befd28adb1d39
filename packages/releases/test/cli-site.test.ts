// Commands for the site document, and pipelines without a key.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installSite, lock, readAudit, readLive, readSite, type Store } from '../src/index';
import { keyId, newPrivateKey, readSigningKey } from '../src/signing/keys';
import { build, owners } from './build';
import { bench, prepareBench, run, runAt } from './cli-bench';

prepareBench();

const product = {
  schema: 1,
  name: 'Hats',
  settings: { street: { kind: 'slug', value: 'hat-lane' } },
  redirects: { till: ['https://till.example'] },
  frame: { links: [] },
};
function createFile(content: object | string): string {
  const file = path.join(build(), 'site.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('sets and shows the product and keeps the owners', async () => {
  const file = createFile({ ...product, owners: { 'mf-hats': { paths: ['/hats'] } } });
  const set = await run('site', 'set', file, '--why', 'another name');
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining('owners unchanged') });
  const declared = { ...product, owners };
  expect(JSON.parse((await run('site', 'show', '--json')).out)).toEqual(declared);
  const { out: shown } = await run('site', 'show');
  expect(JSON.parse(shown)).toEqual(declared);
  expect(await run('site', 'set', createFile(shown))).toMatchObject({ code: 0 });
  expect((await readSite(bench.opened.store))?.owners).toEqual(owners);
  expect((await run('site', 'set', file)).code).toBe(0);
  const changes = (await readAudit(bench.opened.store)).filter(({ remote }) => remote === 'site');
  expect(changes).toMatchObject([{ action: 'product', why: 'another name' }]);
});

test.each<[string, () => string, number, RegExp]>([
  ['is not there', () => '/nowhere/site.json', 2, /there is no file \/nowhere\/site.json/],
  ['is not JSON', () => createFile('{'), 1, /site\.json is malformed/],
  [
    'sends people to an address without https',
    () => createFile({ ...product, owners: {}, redirects: { till: ['http://till.example'] } }),
    1,
    /is not an origin such as/,
  ],
])('rejects a site file that %s', async (_, file, code, words) => {
  const before = await readSite(bench.opened.store);
  const answer = await run('site', 'set', file());
  expect([answer.code, answer.err]).toEqual([code, expect.stringMatching(words)]);
  expect(await readSite(bench.opened.store)).toEqual(before);
});

test('explains how to create a missing site document', async () => {
  await bench.opened.store.remove('site.json');
  const { code, err } = await run('site', 'show');
  expect([code, err]).toEqual([1, expect.stringContaining("'releases site set FILE'")]);
});

const issuer = 'https://token.actions.githubusercontent.com';
const pipeline = [
  ...['--oidc-issuer', issuer, '--oidc-audience', 'https://releases.example'],
  ...['--oidc-claim', 'repository=carry/help', '--oidc-claim', 'ref=refs/heads/a=b'],
];

test('adds, lists and removes a pipeline', async () => {
  const add = ['owner', 'add', 'mf-help', '--path', '/help', ...pipeline];
  expect((await run(...add)).code).toBe(0);
  const { revision } = (await readSite(bench.opened.store)) ?? {};
  expect((await run(...add)).code).toBe(0);
  expect(await readSite(bench.opened.store)).toMatchObject({
    revision,
    owners: {
      'mf-help': {
        oidc: [
          {
            issuer,
            audience: 'https://releases.example',
            claims: { repository: 'carry/help', ref: 'refs/heads/a=b' },
          },
        ],
      },
    },
  });
  expect((await run('owner', 'list')).out).toMatch(
    /mf-help .*signs with tokens of https:\/\/token\S+ \(repository=carry\/help, ref=refs\/heads\/a=b\)/,
  );
  const other = ['owner', 'remove', 'mf-help', '--oidc-issuer', 'https://gitlab.example'];
  expect(await run(...other)).toMatchObject({ code: 1 });
  expect((await run('owner', 'remove', 'mf-help', '--oidc-issuer', issuer)).code).toBe(0);
  expect((await readSite(bench.opened.store))?.owners['mf-help']).toEqual({ paths: ['/help'] });
});

test('removes one of several pipelines of an issuer by its claims', async () => {
  const flags = (...claims: string[]) => [
    ...['mf-help', '--oidc-issuer', issuer],
    ...claims.flatMap((claim) => ['--oidc-claim', claim]),
  ];
  const audience = ['--oidc-audience', 'https://releases.example'];
  const [wide, main] = ['repository=carry/help', 'ref=refs/heads/main'];
  for (const claims of [[wide], [wide, main]])
    await run('owner', 'add', ...flags(...claims), ...audience, '--path', '/help');
  expect(await run('owner', 'remove', ...flags(main))).toMatchObject({
    code: 1,
    err: expect.stringContaining("'releases owner list'"),
  });
  expect((await run('owner', 'remove', ...flags(wide))).code).toBe(0);
  const claims = { repository: 'carry/help', ref: 'refs/heads/main' };
  expect((await readSite(bench.opened.store))?.owners['mf-help']?.oidc).toMatchObject([{ claims }]);
  expect(await run('owner', 'remove', 'mf-help', '--oidc-claim', wide)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--oidc-issuer'),
  });
});

test('removes one of several keys', async () => {
  const [first = '', second = ''] = [1, 2].map(() => readSigningKey(newPrivateKey()).publicKey);
  const keys = ['--key', first, '--key', second];
  await run('owner', 'add', 'mf-help', '--path', '/help', ...keys);
  const remove = (key: string) => run('owner', 'remove', 'mf-help', '--key', key, '--compromised');
  expect(await remove(first)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/signs with [a-f0-9]{16}$/),
  });
  expect((await readSite(bench.opened.store))?.owners['mf-help']?.keys).toEqual([second]);
  expect(await remove(first)).toMatchObject({ code: 1 });
  expect(await remove(second)).toMatchObject({
    code: 1,
    err: expect.stringContaining('rotate-key'),
  });
});

test.each([
  ['without a claim, so that everybody there could ship', pipeline.slice(0, 4), /needs a claim/],
  ['without an audience', [...pipeline.slice(0, 2), ...pipeline.slice(4)], /audience/],
  [
    'whose issuer is asked without encryption',
    ['--oidc-issuer', 'http://ci.example', ...pipeline.slice(2)],
    /an https address/,
  ],
])('rejects a pipeline %s', async (_, flags, words) => {
  const { code, err } = await run('owner', 'add', 'mf-help', '--path', '/help', ...flags);
  expect([code, err]).toEqual([2, expect.stringMatching(words)]);
  expect((await readSite(bench.opened.store))?.owners['mf-help']).toBeUndefined();
});

test('sets, replaces and removes countersigning keys', async () => {
  const [first, second] = [1, 2].map(() => readSigningKey(newPrivateKey()).publicKey);
  const named = async () => (await readSite(bench.opened.store))?.countersigners;
  const set = await run('site', 'countersign', '--key', first ?? '');
  expect(set).toMatchObject({ code: 0, out: expect.stringContaining(keyId(first ?? '')) });
  expect(await named()).toEqual([first]);
  await run('site', 'countersign', '--key', second ?? '');
  expect(await named()).toEqual([second]);
  expect((await run('site', 'countersign', '--key', 'ed25519:x')).code).toBe(2);
  expect((await run('site', 'countersign')).out).toContain('no release server signs');
  expect(await named()).toEqual([]);
  const changes = await readAudit(bench.opened.store);
  expect(changes.filter(({ action }) => action === 'countersign')).toHaveLength(3);
});

test('writes the site document with the first publish', async () => {
  const { store } = bench.opened;
  for (const file of await store.list('')) await store.remove(file);
  const prepare = (to: Store) => installSite(to, { ...product, owners } as never, { why: 'x' });
  const publish = (remote: string) => runAt(store.name, ['publish', remote], {}, { prepare });
  expect(await publish('mf-nobody')).toMatchObject({
    code: 1,
    err: expect.stringContaining("no remote 'mf-nobody'"),
  });
  expect(await publish('mf-booking')).toMatchObject({ code: 0 });
  expect((await readLive(store)).remotes['mf-booking']).toBeTruthy();
});

test.each([true, false])('strips control characters from records, color: %s', async (color) => {
  const why = 'sale\u001b[2J\u001b]0;x\u0007\u202etxt\r\u009b1A\n  mf-forged live 9.9.9';
  await lock(bench.opened.store, 'mf-booking', { why, who: 'kim' });
  const answer = await runAt(bench.opened.store.name, ['list'], { color });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colors
  const plain = color ? answer.out.replaceAll(/\u001b\[\d{1,2}m/g, '') : answer.out;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: forbidden control characters
  expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(answer.out).not.toMatch(/^ *mf-forged/m);
  expect(answer.out.includes('\u001b[32m')).toBe(color);
  const refused = await runAt(bench.opened.store.name, ['promote', 'mf-booking', 'live'], {
    color,
  });
  expect(refused.err).not.toContain('\u001b[2J');
});

test.each([
  ['connect', 'calls'],
  ['frames', 'frames'],
] as const)('sets, keeps and removes --%s origins', async (setting, verb) => {
  const add = (...flags: string[]) =>
    run('owner', 'add', 'mf-booking', '--path', '/booking', ...flags);
  const origins = async () => (await readSite(bench.opened.store))?.owners['mf-booking']?.[setting];
  expect((await add(`--${setting}`, 'https://api.team.example')).code).toBe(0);
  expect(await origins()).toEqual(['https://api.team.example']);
  expect((await add('--contact', 'team')).code).toBe(0);
  expect(await origins()).toEqual(['https://api.team.example']);
  expect((await run('owner', 'list')).out).toContain(`${verb} https://api.team.example`);
  const [first, second] = ['https://api.team.example', 'https://two.example'];
  expect((await add(`--${setting}`, second)).out).toMatch(
    new RegExp(`^mf-booking owns /booking.*; ${verb} ${first}, ${second}$`),
  );
  expect((await add(`--${setting}`, second, `--${setting}`, first)).code).toBe(0);
  expect(await origins()).toEqual([first, second]);
  expect((await add(`--${setting}`, 'none')).code).toBe(0);
  expect(await origins()).toEqual([]);
  const remove = (origin: string) =>
    run('owner', 'remove', 'mf-booking', `--${setting}`, origin, '--why', 'moved');
  expect((await add(`--${setting}`, first, `--${setting}`, second)).code).toBe(0);
  const { code, out } = await remove(first);
  expect([code, out]).toEqual([0, expect.stringMatching(`; ${verb} ${second}$`)]);
  expect(await origins()).toEqual([second]);
  expect((await readAudit(bench.opened.store)).at(-1)).toMatchObject({
    action: 'own',
    settings: [{ name: setting, removed: [first] }],
    why: 'moved',
  });
  expect(await remove(first)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`--${setting} of mf-booking does not include ${first}`),
  });
  expect((await remove('none')).code).toBe(2);
  expect(await origins()).toEqual([second]);
  for (const wrong of ['http://api.team.example', 'https://*', 'https://a.example/path'])
    expect(await add(`--${setting}`, wrong)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`not '${wrong}'`),
    });
});

test.each(['connect', 'frames'])('names the limit of --%s', async (setting) => {
  const add = (letter: string, length: number) =>
    run(
      ...['owner', 'add', 'mf-booking', '--path', '/booking'],
      ...Array.from({ length }, (_, at) => [
        `--${setting}`,
        `https://${letter}${at}.example`,
      ]).flat(),
    );
  const refused = {
    code: 1,
    err: expect.stringContaining(`mf-booking: more than 20 values of --${setting}; remove one`),
  };
  expect(await add('a', 21)).toMatchObject(refused);
  expect((await add('a', 20)).code).toBe(0);
  expect(await add('b', 1)).toMatchObject(refused);
});

test('bounds the characters of all origins of an owner', async () => {
  const createOrigin = (letter: string) =>
    `https://${letter.repeat(63)}.${letter.repeat(63)}.example`;
  const add = (setting: string, letters: string) =>
    run(
      ...['owner', 'add', 'mf-booking', '--path', '/booking'],
      ...[...letters].flatMap((letter) => [`--${setting}`, createOrigin(letter)]),
    );
  expect((await add('connect', 'abcd')).code).toBe(0);
  expect((await add('frames', 'efgh')).code).toBe(0);
  expect(await add('connect', 'i')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /mf-booking: its origins .* 1287 characters, .* room for 1200; .* 'releases owner remove'/,
    ),
  });
  expect((await add('frames', 'e')).code).toBe(0);
});

test('removes paths, pipelines or origins of an owner, not several at once', async () => {
  const flags = ['--path', '/booking', '--connect', 'https://api.team.example'];
  expect(await run('owner', 'remove', 'mf-booking', ...flags)).toMatchObject({
    code: 2,
    err: expect.stringContaining('use one at a time'),
  });
  expect(await run('owner', 'remove', 'mf-booking', '--compromised')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--compromised needs --key or --oidc-issuer'),
  });
});
