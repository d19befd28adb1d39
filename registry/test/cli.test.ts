import { utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runReleases } from '../src/cli/main';
import { verbs } from '../src/cli/verbs';
import { readLive, readRelease, verifyPreview } from '../src/index';
import { account, build, numbered, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

let opened: OpenedStore;
let versions: string[];
let dist: string;

beforeEach(async () => {
  opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
  versions = [];
  for (const number of [1, 2]) versions.push((await release(opened.store, numbered(number))).version);
  dist = numbered(3);
});
afterEach(() => opened.close());

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runReleases([...args, '--store', opened.store.name], {
    defaultStore: '/nowhere',
    siteUrl: 'https://carry.example',
    previewSecret: 'secret',
    publish: (_, more) => release(more.store, dist, more),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('every verb explains itself', async () => {
  for (const [name, { usage, does }] of Object.entries(verbs)) {
    expect(await run(name, '--help')).toMatchObject({ code: 0, out: `releases ${usage}\n\n  ${does}` });
  }
  const { out, code } = await run('--help');
  expect(code).toBe(0);
  for (const name of Object.keys(verbs)) expect(out).toContain(`  ${name}`);
});

test.each([
  [['nonsense'], 2, /there is no verb 'nonsense'/],
  [['constructor'], 2, /there is no verb/],
  [[], 2, /releases <verb>/],
  [['promote', 'mf-booking'], 2, /usage: releases promote/],
  [['list', '--colour'], 2, /colour/],
  [['promote', 'mf-booking', '9.9.9-000000000000'], 1, /refused: mf-booking@9\.9\.9-000000000000 is not in the store/],
  [['promote', '../x', '../y'], 4, /outside the store/],
  [['lock', 'mf-booking'], 1, /a lock needs --why/],
  [['publish', 'mf-booking', '--percent', 'ten'], 1, /--percent is a whole number/],
  [['publish', 'mf-booking', '--percent', '5', '--channel', 'pr-1'], 1, /leave --percent out/],
  [['preview', 'mf-booking', 'pr-1'], 1, /has no preview pr-1/],
  [['show', 'mf-booking', '9.9.9-000000000000'], 1, /is not in the store; 'releases list mf-booking' shows what is/],
  [['list', '--limit', 'few'], 1, /--limit is a whole number, not 'few'/],
])('%j fails with exit code %i', async (args, code, message) => {
  const answer = await run(...args);
  expect(answer.code).toBe(code);
  expect(answer.err).toMatch(message);
});

test('outside the workspace publish says where it runs', async () => {
  const err: string[] = [];
  const surroundings = {
    defaultStore: opened.store.name,
    siteUrl: 'https://carry.example',
    previewSecret: '',
    err: (text: string) => err.push(text),
  };
  expect(await runReleases(['publish', 'mf-booking'], { ...surroundings, out: () => {} })).toBe(1);
  expect(err.join()).toMatch(/runs in the workspace: pnpm releases publish/);
});

test('publish, canary, promote, rollback, lock and unlock move the pointer and say so', async () => {
  expect(await run('publish', 'mf-booking', '--why', 'better slots')).toMatchObject({ code: 0, out: expect.stringMatching(/is live$/) });
  expect(await run('publish', 'mf-booking')).toMatchObject({ code: 0, out: expect.stringMatching(/is live already, nothing changed/) });
  expect((await run('rollback', 'mf-booking')).out).toBe(`mf-booking@${versions[1]} is live`);
  expect((await run('canary', 'mf-booking', versions[0] as string, '--percent', '10')).out).toMatch(/goes to 10 % of the visitors/);
  const { out } = await run('list', 'mf-booking');
  expect(out).toMatch(new RegExp(`live ${versions[1]}  stored 3`));
  expect(out).toMatch(new RegExp(`canary ${versions[0]} 10 %`));
  expect(out).toMatch(/publish {2}1\.2\.3-\w+ → 1\.2\.3-\w+ {2}better slots/);
  expect((await run('lock', 'mf-booking', '--why', 'sale')).code).toBe(0);
  expect((await run('list', 'mf-booking')).out).toMatch(/locked by \S+ since \S+: sale/);
  expect(await run('promote', 'mf-booking', versions[0] as string)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/conflict: .*sale/),
  });
  expect((await run('unlock', 'mf-booking')).code).toBe(0);
  expect((await run('promote', 'mf-booking', versions[0] as string)).code).toBe(0);
});

test('--json prints one document and nothing else on the standard output', async () => {
  for (const args of [
    ['list'],
    ['show', 'mf-booking', versions[0] as string],
    ['doctor'],
    ['gc', '--dry-run'],
    ['publish', 'mf-booking'],
  ]) {
    const { out, code } = await run(...args, '--json');
    expect(code, args.join(' ')).toBe(0);
    expect(() => JSON.parse(out), args.join(' ')).not.toThrow();
  }
  expect(JSON.parse((await run('promote', 'mf-booking', 'x', '--json')).out)).toMatchObject({ error: 'refused' });
});

test('a preview prints a link that verifies, and can be renewed', async () => {
  const before = await readLive(opened.store);
  const { out } = await run('publish', 'mf-booking', '--channel', 'pr-42', '--expires', '2', '--json');
  const { url, version } = JSON.parse(out);
  const token = new URL(url).searchParams.get('preview') as string;
  expect(verifyPreview('secret', token)).toMatchObject({ remote: 'mf-booking', channel: 'pr-42' });
  expect((await readLive(opened.store)).remotes).toEqual(before.remotes);
  const renewed = new URL((await run('preview', 'mf-booking', 'pr-42', '--expires', '30')).out).searchParams.get('preview') as string;
  expect(verifyPreview('secret', renewed, Date.now() + 20 * 24 * 3600_000)).toMatchObject({ channel: 'pr-42' });
  expect((await run('list')).out).toContain(`preview pr-42 ${version}`);
});

test('show and diff tell what a release is made of', async () => {
  dist = build({ routes: "[{ id: 'booking', path: '/booking/:id/more', Component: () => null }]" });
  const { version } = JSON.parse((await run('publish', 'mf-booking', '--json')).out);
  const show = await run('show', 'mf-booking', version);
  expect(show.out).toMatch(/commit abc {2}contract 1/);
  expect(show.out).toContain('  needs react ^19.3.0');
  expect(show.out).toMatch(/web\/remoteEntry\.0123456789\.js {2}5 bytes {2}sha384-/);
  const { out } = await run('diff', 'mf-booking', versions[0] as string, version);
  expect(out).toMatch(/route \/booking\/:id: \d+ bytes → none/);
  expect(out).toMatch(/route \/booking\/:id\/more: none → \d+ bytes/);
});

test('gc --dry-run only says what gc would remove', async () => {
  const half = 'mf-booking/1.0.0-aaaaaaaaaaaa/web/x.js';
  await opened.store.write(half, Buffer.from('half an upload'));
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  utimesSync(path.join(opened.store.name, half), old, old);
  expect((await run('gc', '--dry-run')).out).toMatch(/mf-booking@1\.0\.0-aaaaaaaaaaaa\nwould remove 1 releases, 1 files/);
  expect(await opened.store.read(half)).not.toBeNull();
  expect((await run('gc')).out).toMatch(/removed 1 releases, 1 files/);
  expect(await opened.store.read(half)).toBeNull();
});

test('doctor finds two remotes that serve one path', async () => {
  const { version } = await release(opened.store, build(account));
  const record = await readRelease(opened.store, 'mf-account', version);
  const claims = { ...record, routes: [{ id: 'booking', path: '/booking/:id', files: [] }] };
  await opened.store.write(`mf-account/${version}/release.json`, Buffer.from(JSON.stringify(claims)));
  expect(await run('doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\/booking\/:id is served by mf-booking and mf-account/),
  });
});

test('doctor ends with 1 when visitors can meet what it found', async () => {
  expect(await run('doctor')).toMatchObject({ code: 0, out: 'all files and pointers are sound' });
  await opened.store.remove(`mf-booking/${versions[1]}/server/remote.cjs`);
  expect(await run('doctor')).toMatchObject({ code: 1, out: expect.stringMatching(/error: .*lacks server\/remote\.cjs/) });
});
