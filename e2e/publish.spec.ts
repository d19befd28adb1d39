import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readLive } from '@carry/releases';
import { openGate } from '@carry/releases/gates';
import { listFiles } from '@carry/releases/testing';
import { root } from 'workspace';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { bookingWith, liveVersion, openStore, restore } from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';
import { asOperator } from './support/site/keys';

const broken: [string, { file: string; from: string | RegExp; to: string }, RegExp][] = [
  [
    'that throws in the browser',
    {
      file: 'routes/booking-success.tsx',
      from: /^/,
      to: "if (typeof document !== 'undefined' && 'carryNever' in globalThis === location.pathname.startsWith('/x')) throw new Error('boom');\n",
    },
    /on the whole site its page \/\S+ fails \((?:.|\n)*boom/,
  ],
  [
    'that throws once it has its answers',
    {
      file: 'booking/booking-form.tsx',
      from: /^/,
      to: "if (typeof document !== 'undefined' && document.querySelector('header')) void (async () => { for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await (await fetch('/login?' + n)).text(); throw new Error('boom after its answers'); })();\n",
    },
    /on the whole site its page \/booking\/1 fails \(boom after its answers\)/,
  ],
  [
    'that throws on the server',
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? (() => { throw new Error('boom on the server'); })() : 'Book a session'}",
    },
    /on the whole site its page \/booking\/1 fails \(the server sends it without rendered HTML: .*boom on the server\)/,
  ],
  [
    'that breaks the policies',
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? 'Book a session' : (document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' })), 'Book a session')}",
    },
    /on the whole site its page \/booking\/1 fails \(.*style-src.*\); .*\.module\.css/,
  ],
  [
    "that changes another team's page by script",
    {
      file: 'booking/booking-form.tsx',
      from: /^/,
      to: "globalThis.document?.body.style.setProperty('letter-spacing', '3px');\n",
    },
    /after a visit to its pages, \S+ of another team looks different \(letter-spacing of <body> is 3px instead of normal/,
  ],
];

for (const [index, [what, edit, message]] of broken.entries()) {
  const tag = index === 0 ? [] : '@full';
  test(`rejects a candidate ${what} before storing anything`, { tag }, async ({ site }) => {
    const dist = buildVariant('mf-booking', [edit]);
    const store = openStore(site);
    const before = await listFiles(store);
    const gate = openGate({ store, startSite });
    try {
      await expect(
        publishRemote('mf-booking', store, { why: 'test', dist, gates: [gate.tryOnSite] }),
      ).rejects.toThrow(message);
    } finally {
      await gate.close();
    }
    expect(await listFiles(store)).toEqual(before);
  });
}

test('accepts a valid candidate', { tag: '@full' }, async ({ site }) => {
  const dist = bookingWith('Book your gated session');
  const gate = openGate({ store: openStore(site), startSite });
  const { version } = await publishRemote('mf-booking', openStore(site), {
    why: 'test',
    dist,
    gates: [gate.tryOnSite],
  });
  await gate.close();
  expect(await liveVersion(site, 'mf-booking')).toBe(version);
  const base = `mf-booking/${version}`;
  const { pages } = JSON.parse(String(await openStore(site).read(`${base}/pictures.json`))) as {
    pages: { route: string; file: string; width: number; height: number }[];
  };
  expect(pages.map(({ route }) => route)).toContain('/booking/:coachId');
  for (const { file, width, height } of pages) {
    const size = (await openStore(site).read(`${base}/pictures/${file}`))?.length ?? 0;
    expect([width, height > 200, size > 2000, size < 61_440], file).toEqual([
      640,
      true,
      true,
      true,
    ]);
    const paths = ['pictures.json', `pictures/${file}`, `web/pictures/${file}`, 'checks.json'];
    for (const path of paths)
      expect((await fetch(`${site.urls.site}/remotes/${base}/${path}`)).status).toBe(404);
  }
  await restore(site);
});

test('runs the release commands in a shell with progress on stderr', {
  tag: '@full',
}, async ({ site }) => {
  test.setTimeout(240_000);
  const run = (file: string, ...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [path.join(root, file), ...args, '--store', site.store, '--json'],
      { cwd: root, env: { ...process.env, ...asOperator() } },
    ).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) =>
        ({ code, stdout, stderr }) as { code: number; stdout: string; stderr: string },
    );
  const published = await run(
    'tools/commands/run.mjs',
    'releases',
    'publish',
    'mf-booking',
    '--channel',
    'pr-1',
    '--why',
    'look at it',
  );
  expect(published.code, published.stderr).toBe(0);
  const { url, version } = JSON.parse(published.stdout);
  expect(url).toMatch(/\/booking\/1\?preview=mf-booking@pr-1\./);
  expect(published.stderr).toMatch(/trying it on the whole site/);
  const shown = JSON.parse(
    (await run('packages/releases/bin/releases.mjs', 'show', 'mf-booking', version)).stdout,
  );
  expect(shown.routes.map((route: { path: string }) => route.path)).toContain('/booking/:coachId');
  expect(
    (await run('packages/releases/bin/releases.mjs', 'promote', 'mf-booking', '9.9.9-000000000000'))
      .code,
  ).toBe(1);
  expect((await run('packages/releases/bin/releases.mjs', 'nonsense')).code).toBe(2);
  expect((await readLive(openStore(site))).remotes['mf-booking']?.version).toBe(version);
  await restore(site);
});
