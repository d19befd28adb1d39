import { readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  lock,
  quarantine,
  readLive,
  readPreviews,
  readRelease,
  setCanary,
  setPreview,
  verifyPreview,
} from '../src/index';
import { account, build, numbered, release } from './build';
import { bench, prepareBench, run, runAt } from './cli-bench';

prepareBench();
const computeHash = (version = '') => version.slice(version.lastIndexOf('-') + 1);

test('moves the pointer and prints the result', async () => {
  expect(await run('publish', 'mf-booking', '--why', 'better slots')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is live$/),
  });
  expect(await run('publish', 'mf-booking')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is live already, unchanged/),
  });
  expect((await run('rollback', 'mf-booking')).out).toBe(`mf-booking@${bench.versions[1]} is live`);
  expect(
    (await run('canary', 'mf-booking', bench.versions[0] as string, '--percent', '10')).out,
  ).toMatch(/goes to 10 % of the visitors/);
  const { out } = await run('list', 'mf-booking');
  expect(out).toMatch(new RegExp(`live ${bench.versions[1]}  stored 3`));
  expect(out).toMatch(new RegExp(`canary ${bench.versions[0]} 10 %`));
  expect(out).toMatch(/publish {3}\s*1\.2\.3-\w+ → 1\.2\.3-\w+ {2}better slots/);
  expect((await run('lock', 'mf-booking', '--why', 'sale')).code).toBe(0);
  expect((await run('list', 'mf-booking')).out).toMatch(/locked by \S+ since \S+: sale/);
  expect(await run('promote', 'mf-booking', bench.versions[0] as string)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/conflict: .*sale/),
  });
  expect((await run('unlock', 'mf-booking')).code).toBe(0);
  expect((await run('promote', 'mf-booking', bench.versions[0] as string)).code).toBe(0);
});

test('reports the canary that a publish ends', async () => {
  const { store } = bench.opened;
  const [bad = '', live = ''] = bench.versions;
  await setCanary(store, 'mf-booking', { version: bad, percent: 10, why: 'test' });
  bench.dist = numbered(2);
  const file = path.join(store.name, 'release.md');
  const { code, out } = await run('publish', 'mf-booking', '--percent', '10', '--summary', file);
  const text = `mf-booking@${live} is live already, unchanged; the canary ${bad} has ended`;
  expect([code, out]).toEqual([0, text]);
  expect(readFileSync(file, 'utf8')).toContain(`(commit abc). The canary ${bad} has ended.`);
});

test('rolls back twice and returns with --to-latest', {
  tags: ['@fault-11.28'],
}, async () => {
  const third = JSON.parse((await run('publish', 'mf-booking', '--json')).out).version;
  expect((await run('rollback', 'mf-booking')).out).toContain(bench.versions[1]);
  expect((await run('rollback', 'mf-booking')).out).toContain(bench.versions[0]);
  expect(await run('rollback', 'mf-booking')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no earlier release/),
  });
  expect((await run('list')).out).toContain(`rolled back from ${third}; --to-latest returns to it`);
  expect((await run('rollback', 'mf-booking', '--to-latest')).out).toBe(
    `mf-booking@${third} is live`,
  );
  expect((await run('rollback', 'mf-booking')).out).toContain(bench.versions[1]);
});

test('resolves versions by prefix, hash, keyword and channel', {
  tags: ['@fault-11.28'],
}, async () => {
  const [first = '', second = ''] = bench.versions;
  const shown = async (name: string) =>
    JSON.parse((await run('show', 'mf-booking', name, '--json')).out).version;
  const preview = JSON.parse(
    (await run('publish', 'mf-booking', '--channel', 'pr-7', '--json')).out,
  ).version;
  await run('canary', 'mf-booking', computeHash(first).slice(0, 6), '--percent', '5');
  const names = {
    live: second,
    previous: first,
    canary: first,
    latest: preview,
    'pr-7': preview,
    [computeHash(second).slice(0, 6)]: second,
  };
  for (const [name, version] of Object.entries(names))
    expect([name, await shown(name)]).toEqual([name, version]);
  expect(await shown(`1.2.3-${computeHash(first).slice(0, 6)}`)).toBe(first);
  expect(await run('show', 'mf-booking', '1.2')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/'1\.2' is ambiguous: .*; use a longer prefix/),
  });
});

test('keeps a quarantine through unlock until a lift', async () => {
  await lock(bench.opened.store, 'mf-booking', { why: 'sale', who: 'kim' });
  await quarantine(bench.opened.store, 'mf-booking', {
    version: bench.versions[1] as string,
    to: bench.versions[0],
    why: 'it hangs',
    who: 'shell',
  });
  expect((await run('list')).out).toMatch(
    new RegExp(`quarantine ${bench.versions[1]} by shell since \\S+: it hangs`),
  );
  expect((await run('unlock', 'mf-booking')).out).toBe(
    `mf-booking is unlocked; ${bench.versions[1]} is in quarantine, ${bench.versions[0]} is served`,
  );
  expect(await run('lift', 'mf-booking', 'live')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/needs --why/),
  });
  expect((await run('lift', 'mf-booking', 'live', '--why', 'it was the database')).out).toMatch(
    /may be served again/,
  );
  expect(await run('retire', 'mf-booking', '--why', 'moved')).toMatchObject({
    code: 0,
    out: 'mf-booking is retired',
  });
});

test('prints exactly one JSON document with --json', {
  tags: ['@fault-11.28'],
}, async () => {
  for (const args of [
    ['list'],
    ['show', 'mf-booking', bench.versions[0] as string],
    ['doctor'],
    ['gc', '--dry-run'],
    ['publish', 'mf-booking'],
  ]) {
    const { out, code } = await run(...args, '--json');
    expect(code, args.join(' ')).toBe(0);
    expect(() => JSON.parse(out), args.join(' ')).not.toThrow();
  }
  for (const [kind, args] of Object.entries({
    refused: ['promote', 'mf-booking', 'x'],
    usage: ['nonsense'],
  })) {
    expect(JSON.parse((await run(...args, '--json')).out)).toMatchObject({ error: kind });
  }
});

describe('previews', () => {
  test('prints, renews and ends a verified preview link', {
    tags: ['@fault-11.27'],
  }, async () => {
    const before = await readLive(bench.opened.store);
    const { out } = await run(
      'publish',
      'mf-booking',
      '--channel',
      'pr-42',
      '--expires',
      '2',
      '--json',
    );
    const { url, version } = JSON.parse(out);
    expect(new URL(url).pathname).toBe('/booking/1');
    const token = new URL(url).searchParams.get('preview') as string;
    expect(verifyPreview('secret', token)).toMatchObject({
      remote: 'mf-booking',
      channel: 'pr-42',
    });
    expect((await readLive(bench.opened.store)).remotes).toEqual(before.remotes);
    const renewed = new URL(
      (await run('preview', 'mf-booking', 'pr-42', '--expires', '30')).out,
    ).searchParams.get('preview') as string;
    expect(verifyPreview('secret', renewed, Date.now() + 20 * 24 * 3600_000)).toMatchObject({
      channel: 'pr-42',
    });
    expect((await run('list')).out).toContain(`preview pr-42 ${version}`);
    expect(await run('preview', 'mf-booking', 'pr-42', '--why', 'later')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--why needs --expires'),
    });
    expect((await run('preview', 'end', 'mf-booking', 'pr-42')).out).toBe(
      'the preview pr-42 of mf-booking has ended',
    );
    expect((await readPreviews(bench.opened.store, 'pr-42'))?.remotes).toEqual({});
    expect((await run('preview', 'end', 'mf-booking', 'pr-42')).code).toBe(1);
    expect((await run('list', 'mf-booking')).out).toMatch(/preview-end pr-42 {2}.* → nothing/);
  });

  test('warns about a dirty tree', { tags: ['@fault-11.27'] }, async () => {
    expect((await run('publish', 'mf-booking')).out).not.toMatch(/dirty/);
    Object.assign(bench, { dist: numbered(4), commit: 'abc-dirty' });
    expect((await run('publish', 'mf-booking', '--channel', 'pr-1')).out).toMatch(
      /built from a dirty tree: its commit abc-dirty/,
    );
    expect(JSON.parse((await run('publish', 'mf-booking', '--json')).out)).toMatchObject({
      dirty: true,
    });
  });
});

describe('terminal output', () => {
  test('animates progress and colors output on a terminal only', {
    tags: ['@fault-11.28'],
  }, async () => {
    const written: string[] = [];
    const screen = { write: (text: string) => written.push(text) };
    const { out, err } = await runAt(bench.opened.store.name, ['publish', 'mf-booking'], {
      screen,
      color: true,
    });
    expect(err).toBe('');
    expect(written.join('')).toMatch(/\r.\[K⠋ .* s {2}checking/);
    expect(written.join('')).toMatch(/✓ .* s {2}uploading\n$/);
    expect(out).toMatch(/is live$/);
    expect((await runAt(bench.opened.store.name, ['list'], { color: true })).out).toContain(
      '\u001b[32m',
    );
    const plain = await run('list');
    expect(plain.out).not.toContain('\u001b');
    expect((await run('publish', 'mf-booking')).err).toMatch(/^ +\d\.\d s {2}checking$/);
  });

  test('aligns columns', async () => {
    await release(bench.opened.store, build(account));
    const heads = (await run('list')).out.split('\n').filter((line) => line.startsWith('mf-'));
    expect(new Set(heads.map((line) => line.indexOf('stored'))).size).toBe(1);
    expect(heads).toHaveLength(2);
  });
});

test('shows and compares releases', async () => {
  bench.dist = build({
    routes: "[{ id: 'booking', path: '/booking/:id/more', Component: () => null }]",
  });
  const { version } = JSON.parse((await run('publish', 'mf-booking', '--json')).out);
  const show = await run('show', 'mf-booking', version);
  expect(show.out).toMatch(/commit abc {2}contract 2/);
  expect(show.out).toContain('  needs react  ^19.3.0');
  expect(show.out).toMatch(/web\/remoteEntry\.0123456789\.js +5 bytes +sha384-/);
  const { out } = await run('diff', 'mf-booking', bench.versions[0] as string, version);
  expect(out).toMatch(/route \/booking\/:id: +\d+ bytes → none/);
  expect(out).toMatch(/route \/booking\/:id\/more: +none → \d+ bytes/);
});

test('lists removals and reasons with gc --dry-run', async () => {
  const half = 'mf-booking/1.0.0-aaaaaaaaaaaa/web/x.js';
  await bench.opened.store.write(half, Buffer.from('half an upload'));
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  utimesSync(path.join(bench.opened.store.name, half), old, old);
  const { out } = await run('gc', '--dry-run');
  expect(out).toMatch(
    /would remove mf-booking@1\.0\.0-aaaaaaaaaaaa\nwould remove 1 releases, 1 files/,
  );
  expect(out).toMatch(new RegExp(`keeps  mf-booking@${bench.versions[1]}  live`));
  expect(await bench.opened.store.read(half)).not.toBeNull();
  expect((await run('gc')).out).toMatch(/removed 1 releases, 1 files/);
  expect(await bench.opened.store.read(half)).toBeNull();
});

test('lists ended channels with gc', async () => {
  const { store } = bench.opened;
  const [version = ''] = bench.versions;
  const expires = new Date(Date.now() + 1000);
  await setPreview(store, { channel: 'pr-1', remote: 'mf-booking', version, expires, why: 'look' });
  expect((await run('gc')).out).not.toContain('channel');
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 4 * 24 * 3_600_000);
  expect((await run('gc', '--dry-run')).out).toContain('would remove the channel pr-1');
  const { out } = await run('gc');
  expect(out).toMatch(/^removed the channel pr-1$/m);
  expect(out).toMatch(/^removed 0 releases, 1 files, .*, 1 ended channels$/m);
});

test('finds two remotes with the same path', async () => {
  const { version } = await release(bench.opened.store, build(account));
  const record = await readRelease(bench.opened.store, 'mf-account', version);
  const claims = { ...record, routes: [{ id: 'booking', path: '/booking/:id', files: [] }] };
  await bench.opened.store.write(
    `mf-account/${version}/release.json`,
    Buffer.from(JSON.stringify(claims)),
  );
  expect(await run('doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\/booking\/:id is served by mf-booking and mf-account/),
  });
});

test('exits doctor with 1 if visitors are affected', async () => {
  expect(await run('doctor')).toMatchObject({ code: 0, out: 'all files and pointers are intact' });
  await bench.opened.store.remove(`mf-booking/${bench.versions[1]}/server/remote.cjs`);
  expect(await run('doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/error: .*lacks server\/remote\.cjs/),
  });
});
