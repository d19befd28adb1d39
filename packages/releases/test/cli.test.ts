import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commands } from '../src/cli/commands';
import { everywhere } from '../src/cli/flags';
import { runReleases } from '../src/cli/main';
import { DirectoryStore, lock, unlock } from '../src/index';
import { bench, prepareBench, run, runAt } from './cli-bench';

prepareBench();

test('explains every command', { tags: ['@fault-11.28'] }, async () => {
  for (const [name, { args = '', does, flags = [] }] of Object.entries(commands)) {
    const { code, out } = await run(...name.split(' '), '--help');
    const help = out.replaceAll(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: releases ${name}\\b.*`));
    for (const text of [args, does]) expect(help).toContain(text);
    for (const flag of [...flags, ...everywhere, 'help', 'version'])
      expect(help).toMatch(new RegExp(` --${flag}( <\\S+>)? [A-Z][^.].*\\. Default`));
  }
  const { out, code } = await run('--help');
  expect(code).toBe(0);
  for (const name of Object.keys(commands)) expect(out).toMatch(`\n  ${name.split(' ')[0]} `);
  for (const flag of everywhere)
    expect(out).toMatch(new RegExp(`^  (-\\w, )?--${flag}\\b.*Default`, 'm'));
  expect(await run('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test.each([
  [['nonsense'], 2, /unknown command 'nonsense'\nsee 'releases --help'/],
  [['rolback'], 2, /unknown command 'rolback'\n\(Did you mean rollback\?\)/],
  [['constructor'], 2, /unknown command/],
  [[], 2, /Usage: releases [\s\S]*a command is missing/],
  [
    ['promote', 'mf-booking'],
    2,
    /missing required argument 'version'\nsee 'releases promote --help'/,
  ],
  [['list', '--colour'], 2, /unknown option '--colour'\nsee 'releases list --help'/],
  [['list', '--limt', '3'], 2, /unknown option '--limt'\n\(Did you mean --limit\?\)/],
  [['list', '--percent', '3'], 2, /unknown option '--percent'/],
  [
    ['list', '--limit', 'few'],
    2,
    /'--limit <N>' argument 'few' is invalid. It must be a whole number from 1 to 10000/,
  ],
  [
    ['publish', 'mf-booking', '--percent', 'ten'],
    2,
    /'--percent <N>' .* must be a whole number from 0 to 100/,
  ],
  [
    ['publish', 'mf-booking', '--percent', '101'],
    2,
    /'--percent <N>' .* must be a whole number from 0 to 100/,
  ],
  [
    ['publish', 'mf-booking', '--percent', '5', '--channel', 'pr-1'],
    2,
    /--channel and --percent exclude each other/,
  ],
  [['publish', 'mf-booking', '--expires', '3'], 2, /only a preview expires/],
  [
    ['publish', 'mf-booking', '--channel', 'PR 1'],
    2,
    /'--channel <NAME>' .* must be lower-case letters/,
  ],
  [['lock', 'mf-booking'], 2, /a lock needs --why/],
  [['canary', 'mf-booking', 'live'], 2, /a canary needs --percent/],
  [['rollback', 'mf-booking', 'live', '--to-latest'], 2, /leave the version out/],
  [
    ['promote', 'mf-booking', '9.9.9-000000000000'],
    1,
    /refused: mf-booking@9\.9\.9-000000000000 is not in the store/,
  ],
  [['promote', '../x', '../y'], 1, /there is no remote '\.\.\/x'/],
  [['list', 'mf-bookings'], 1, /there is no remote 'mf-bookings'; did you mean 'mf-booking'\?/],
  [['publish', 'mf-nobody'], 1, /there is no remote 'mf-nobody'/],
  [['owner'], 2, /Usage: releases owner/],
  [['owner', 'add'], 2, /missing required argument 'remote'/],
  [['owner', 'give', 'mf-help'], 2, /unknown command 'give'\nsee 'releases owner --help'/],
  [['preview', 'end', 'mf-booking', 'pr-1', '--expires', '3'], 2, /unknown option '--expires'/],
  [['list', 'mf-booking', 'more'], 2, /too many arguments/],
  [['owner', 'add', 'mf-help'], 2, /an owner needs --path/],
  [['owner', 'add', '__proto__', '--path', '/help'], 2, /a remote is named mf-/],
  [['owner', 'add', 'mf-help', '--path', '/Help'], 1, /'\/Help' is not a path such as \/help/],
  [
    ['owner', 'add', 'mf-help', '--path', '/booking/x'],
    1,
    /mf-booking and mf-help cannot both have \/booking\/x/,
  ],
  [
    ['owner', 'add', 'mf-help', '--path', '/help', '--budget', 'large'],
    2,
    /'--budget <BYTES>' .* must be a whole number/,
  ],
  [['owner', 'remove', 'mf-help', '--path', '/help'], 1, /mf-help does not own any path/],
  [['preview', 'mf-booking', 'pr-1'], 1, /has no preview pr-1/],
  [['show', 'mf-booking', 'nope'], 1, /is not in the store; see 'releases list mf-booking'/],
])('exits %j with %i', { tags: ['@fault-11.28'] }, async (args, code, message) => {
  const answer = await run(...args);
  expect(answer.code).toBe(code);
  expect(answer.err).toMatch(message);
  expect(bench.built).toBe(0);
});

test.each(['list', 'doctor', 'gc', 'rollback'])(
  'exits %s of a missing store with 4',
  { tags: ['@fault-11.26'] },
  async (name) => {
    const nowhere = path.join(bench.opened.store.name, 'typo');
    expect(await runAt(nowhere, name === 'rollback' ? [name, 'mf-booking'] : [name])).toMatchObject(
      {
        code: 4,
        out: '',
        err: `failed: there is no store at ${nowhere}`,
      },
    );
    expect(existsSync(nowhere)).toBe(false);
    expect(
      (await runAt('ftp://x', [name, 'mf-booking'].slice(0, name === 'rollback' ? 2 : 1))).code,
    ).toBe(2);
  },
);

test('refuses impossible publishes before the build', {
  tags: ['@fault-11.28'],
}, async () => {
  await lock(bench.opened.store, 'mf-booking', { why: 'sale', who: 'kim' });
  expect(await run('publish', 'mf-booking')).toMatchObject({
    code: 3,
    err: expect.stringMatching(/conflict: mf-booking is locked by kim \(sale\)/),
  });
  expect(await run('publish', 'mf-account', '--percent', '5')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/no live release to compare/),
  });
  expect(bench.built).toBe(0);
  expect((await run('publish', 'mf-booking', '--channel', 'pr-1')).code).toBe(0);
});

test('prints the stack only with --verbose', {
  tags: ['@fault-11.28'],
}, async () => {
  expect((await run('publish', 'mf-account')).err).toBe(
    'refused: its page fails\n(use --verbose for details)',
  );
  const { err } = await run('publish', 'mf-account', '--verbose');
  expect(err).toMatch(/^refused: its page fails\n/);
  expect(err).toMatch(/at x\.js:1\n\s+at /);
  expect(err).toMatch(/Error: the cause\n\s+at /);
});

test('list reads only the newest entries of the audit log', async () => {
  const { store } = bench.opened;
  for (let index = 0; index < 20; index++)
    await (index % 2 ? unlock : lock)(store, 'mf-booking', { why: `number ${index}`, who: 'kim' });
  const read = vi.spyOn(DirectoryStore.prototype, 'read');
  onTestFinished(() => read.mockRestore());
  const { out } = await runAt(store.name, ['list', '--limit', '2']);
  expect(out).toContain('number 19');
  expect(out).not.toContain('number 17');
  const entries = read.mock.calls.filter(([file]) => file.startsWith('audit/'));
  expect(entries.length).toBeLessThanOrEqual(2);
});

test('explains where publish runs', async () => {
  const err: string[] = [];
  const environment = {
    defaultStore: bench.opened.store.name,
    siteUrl: 'https://carry.example',
    previewSecret: '',
  };
  expect(
    await runReleases(['publish', 'mf-booking'], environment, {
      err: (text) => err.push(text),
      out: () => {},
    }),
  ).toBe(1);
  expect(err.join()).toMatch(
    /where its sources are: npx carry-remote publish .*, npm run releases -- publish in/,
  );
});

test('refuses a preview link without PREVIEW_SECRET before the build', {
  tags: ['@fault-11.27'],
}, async () => {
  await run('publish', 'mf-booking', '--channel', 'pr-1');
  const { built } = bench;
  const printed: string[] = [];
  const environment = {
    defaultStore: bench.opened.store.name,
    siteUrl: 'https://carry.example',
    previewSecret: '',
    publish: () => Promise.reject(),
  };
  const unsigned = (...args: string[]) =>
    runReleases(args, environment, {
      err: (text) => printed.push(text),
      out: (text) => printed.push(text),
    });
  for (const words of [
    ['preview', 'mf-booking', 'pr-1', '--expires', '3'],
    ['publish', 'mf-booking', '--channel', 'pr-2'],
  ]) {
    printed.length = 0;
    expect(await unsigned(...words)).toBe(1);
    expect(printed.join()).toMatch(/preview links are signed, and PREVIEW_SECRET is not set/);
    expect(printed.join()).not.toContain('?preview=');
  }
  expect(bench.built).toBe(built);
  expect(await unsigned('preview', 'end', 'mf-booking', 'pr-1')).toBe(0); // ending needs no link
});

test('adds, lists and removes owners with audit entries', async () => {
  const why = ['--why', 'a page for help'];
  expect(
    await run(
      'owner',
      'add',
      'mf-help',
      '--path',
      '/help',
      '--path',
      '/faq',
      '--contact',
      'kim',
      ...why,
    ),
  ).toMatchObject({
    code: 0,
    out: 'mf-help owns /help, /faq',
  });
  const listed = JSON.parse((await run('owner', 'list', '--json')).out);
  expect(listed['mf-help']).toEqual({ paths: ['/help', '/faq'], contact: 'kim' });
  expect((await run('owner', 'list')).out).toMatch(/mf-help +\/help \/faq +kim/);
  expect(await run('owner', 'remove', 'mf-help', '--path', '/faq', ...why)).toMatchObject({
    code: 0,
    out: 'mf-help owns /help',
  });
  expect((await run('list', 'mf-help')).out).toMatch(/disown +\/faq +a page for help/);
});
