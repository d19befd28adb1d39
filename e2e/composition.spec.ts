import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readLive, readRelease } from '@carry/releases';
import { remotes } from 'workspace';
import { publishRemote } from 'workspace/publish-remote';
import { goThere } from './go-there';
import { bookingWith, expectFrame, FAILED, openStore, restore } from './support/releases/releases';
import { settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';
import { createKey } from './support/site/keys';

const pageOf: Record<string, { path: string; heading: string }> = {
  'mf-marketing': { path: '/', heading: 'Level Up With World-Class Coaches' },
  'mf-booking': { path: '/booking/1', heading: 'Nova' },
  'mf-account': { path: '/login', heading: 'Login' },
  'mf-coach': { path: '/coach-dashboard', heading: 'Login' },
  'mf-operator': { path: '/operator', heading: 'Login' },
};

test('shares one React and router, and loads other remotes on intent', {
  tag: ['@fault-A1'],
}, async ({ page }) => {
  const containers = () =>
    page.evaluate(() => Object.keys(globalThis).filter((name) => name.startsWith('mf_')));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(await containers()).toEqual(['mf_marketing']);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).hover();
  await expect.poll(containers).toEqual(['mf_marketing', 'mf_account']);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
  const shares = await page.evaluate(() => {
    type Share = Record<string, Record<string, Record<string, unknown>>>;
    const scopes = (
      globalThis as unknown as { __FEDERATION__: { __SHARE__: Record<string, Share> } }
    ).__FEDERATION__.__SHARE__;
    const found = Object.values(scopes).flatMap((host) =>
      Object.values(host).flatMap((scope) => Object.entries(scope)),
    );
    const counts = Object.groupBy(found, ([name]) => name);
    return Object.fromEntries(
      Object.entries(counts).map(([name, entries]) => [
        name,
        new Set(entries?.flatMap(([, versions]) => Object.keys(versions))).size,
      ]),
    );
  });
  expect(shares).toEqual({
    react: 1,
    'react/jsx-runtime': 1,
    'react-dom': 1,
    'react-dom/client': 1,
    'react-router-dom': 1,
  });
});

test('serves the license notices of the shell and of a remote', async ({ page, site }) => {
  const html = await (await page.request.get('/')).text();
  const react = /\/assets\/static\/js\/lib-react\.\w+\.js/.exec(html)?.[0] ?? '';
  const { version = '' } = (await readLive(openStore(site))).remotes['mf-operator'] ?? {};
  const record = await readRelease(openStore(site), 'mf-operator', version);
  const file = Object.keys(record?.files ?? {}).find((name) => name.endsWith('.LICENSE.txt')) ?? '';
  const release = `/remotes/mf-operator/${version}`;
  for (const [notices, owner] of [
    [`${react}.LICENSE.txt`, 'Meta Platforms'],
    [`${release}/${file}`, 'Copyright'],
  ] as const) {
    const answer = await page.request.get(notices);
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain(owner);
    const script = await page.request.get(notices.replace('.LICENSE.txt', ''));
    expect(await script.text()).toContain(`/*! LICENSE: ${path.posix.basename(notices)} */`);
  }
});

interface FederationGlobal {
  __INSTANCES__: { name: string; options: { remotes: { name: string; entry: string }[] } }[];
  moduleInfo: Record<string, object>;
}

test('lists the loaded remotes for federation devtools', async ({ page, site }) => {
  await page.goto('/');
  await settled(page);
  await goThere(page, '/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  const live = await Promise.all(
    ['mf-marketing', 'mf-account'].map(async (remote) => {
      const { version, entry } = await (await page.request.get(`/_shell/remotes/${remote}`)).json();
      return { name: remote.replace('-', '_'), version, entry: site.urls.site + entry };
    }),
  );
  const [names, remotes, moduleInfo] = await page.evaluate(() => {
    const { __INSTANCES__, moduleInfo } = (
      globalThis as unknown as { __FEDERATION__: FederationGlobal }
    ).__FEDERATION__;
    const [shell] = __INSTANCES__;
    return [__INSTANCES__.map(({ name }) => name), shell?.options.remotes, moduleInfo] as const;
  });
  expect(names).toEqual(['shell', ...live.map(({ name }) => name)]);
  expect(remotes).toMatchObject(live.map(({ name, entry }) => ({ name, entry })));
  expect(moduleInfo).toEqual({
    shell: {
      remotesInfo: Object.fromEntries(
        live.map(({ name, entry }) => [name, { matchedVersion: entry }]),
      ),
    },
    ...Object.fromEntries(
      live.map(({ name, version, entry }) => [
        `${name}:${entry}`,
        { version, remoteEntry: entry, globalName: name },
      ]),
    ),
  });
});

test('keeps one React and router after visiting all remotes', {
  tag: ['@fault-B5'],
}, async ({ page, expectErrors, allowErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/'); // a student
  allowErrors('404 /api/coach/checklist/', '403 /api/operator/session/');
  const scripts = new Map<string, string>();
  page.on('response', async (response) => {
    if (/\.js(\?|$)/.test(response.url()))
      scripts.set(new URL(response.url()).pathname, await response.text().catch(() => ''));
  });
  await signIn(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Counter-Strike 2' }).last().click();
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
  await page.goto('/coach-dashboard');
  await settled(page);
  await page.goto('/operator');
  await settled(page);
  expect(
    new Set([...scripts.keys()].flatMap((file) => /\/remotes\/(mf-\w+)/.exec(file)?.[1] ?? [])),
  ).toEqual(new Set(remotes));
  const marks = {
    react: /__CLIENT_INTERNALS_DO_NOT_USE\w*=/,
    'react/jsx-runtime': /react\.transitional\.element/,
    'react-dom': /__DOM_INTERNALS_DO_NOT_USE\w*=/,
    'react-router-dom': /__reactRouterVersion/,
  };
  for (const [module, mark] of Object.entries(marks)) {
    expect(
      [...scripts].filter(([, text]) => mark.test(text)).map(([file]) => file),
      module,
    ).toEqual([expect.stringMatching(/^\/assets\//)]);
  }
  expect(
    [...scripts].filter(([, text]) => text.includes('errorLoadRemote')).map(([file]) => file),
    'one federation runtime, that of the shell',
  ).toEqual([expect.stringMatching(/^\/assets\//)]);
});

test('names the live entry and federation manifest of a remote', async ({ page, site }) => {
  const release = await page.request.get('/_shell/remotes/mf-booking');
  expect(release.headers()['access-control-allow-origin']).toBe('*');
  const { version, entry, integrity, manifest } = await release.json();
  expect({ version, integrity }).toEqual({
    version: (await readLive(openStore(site))).remotes['mf-booking']?.version,
    integrity: expect.stringMatching(/^sha384-/),
  });
  const described = await (await page.request.get(manifest)).json();
  expect(described).toMatchObject({
    name: 'mf_booking',
    metaData: { remoteEntry: { name: entry.split('/').at(-1) } },
    exposes: [{ path: './remote' }],
  });
  expect((await page.request.get('/_shell/remotes/mf-nothing')).status()).toBe(404);
});

test('has a federation manifest of existing files in each release', async ({ page, site }) => {
  for (const remote of remotes) {
    const { version, manifest } = await (
      await page.request.get(`/_shell/remotes/${remote}`)
    ).json();
    const { exposes, metaData } = await (await page.request.get(manifest)).json();
    const [{ assets }] = exposes;
    const listed = [
      metaData.remoteEntry.name,
      ...[assets.js, assets.css].flatMap((kind) => [...kind.sync, ...kind.async]),
    ];
    const record = await readRelease(openStore(site), remote, version);
    expect(listed.length, remote).toBeGreaterThan(2);
    expect(Object.keys(record?.files ?? {})).toEqual(
      expect.arrayContaining(listed.map((file) => `web/${file}`)),
    );
  }
});

test('publishes one remote at once, idempotently, and rejects changed files', {
  tag: ['@extra-x1'],
}, async ({ page, site }) => {
  const store = openStore(site);
  const before = await readLive(store);
  const getFiles = (remote: string) => {
    const folder = path.join(site.store, remote);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        path.join(entry.parentPath, entry.name),
        readFileSync(path.join(entry.parentPath, entry.name)).toString('base64'),
      ]);
  };
  const others = remotes.filter((remote) => remote !== 'mf-booking');
  const bytes = others.map(getFiles);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();

  const dist = bookingWith('Book your next session');
  const published = await publishRemote('mf-booking', store, { why: 'test', dist });
  expect(published.outcome).toBe('published');
  const record = await readRelease(store, 'mf-booking', published.version);
  expect(record?.signature?.key).toBe(createKey('mf-booking').id);
  const end = Date.now() + 6000;
  for (;;) {
    const html = await (await page.request.get('/booking/1')).text();
    if (html.includes('Book your next session')) break;
    expect(Date.now(), 'the running site follows at once').toBeLessThan(end);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Book your next session' })).toBeVisible();
  expect(others.map(getFiles)).toEqual(bytes);
  expect((await publishRemote('mf-booking', store, { why: 'test', dist })).outcome).toBe(
    'unchanged',
  );

  const live = await readLive(store);
  for (const remote of others) expect(live.remotes[remote]).toEqual(before.remotes[remote]);
  const folder = path.join(site.store, 'mf-booking', published.version, 'web');
  const victim = readdirSync(folder).find(
    (file) => file.startsWith('remoteEntry') && file.endsWith('.js'),
  ) as string;
  await store.write(`mf-booking/${published.version}/web/${victim}`, Buffer.from('alert(1)'));
  await expect(publishRemote('mf-booking', store, { why: 'test', dist })).rejects.toThrow(
    /immutable/,
  );
  expect(await readLive(store)).toEqual(live);
  await restore(site);
});

for (const remote of remotes) {
  test(`isolates missing files of ${remote} and recovers with Retry`, {
    tag: ['@full', '@fault-A1'],
  }, async ({ page, site, expectErrors }) => {
    expectErrors(
      `503 ${pageOf[remote]?.path}`,
      `RemoteError: ${remote} failed (entry): the remote has no release`,
    );
    const folder = path.join(site.store, remote);
    renameSync(folder, `${folder}.away`);
    rmSync(site.lastGood, { recursive: true, force: true, maxRetries: 5 }); // the site may be writing there
    await site.restart('site');
    const first = await page.request.get('/');
    expect(first.ok() || remote === 'mf-marketing').toBe(true);

    const started = Date.now();
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0)).observe({
            type: 'paint',
            buffered: true,
          }),
        ),
    );
    expect(painted).toBeLessThan(3000);
    expect(Date.now() - started).toBeLessThan(6000);

    for (const [name, { path: url, heading }] of Object.entries(pageOf)) {
      await page.goto(url);
      await expectFrame(page);
      const missing =
        name === remote || (remote === 'mf-account' && pageOf[name]?.heading === 'Login');
      await expect(
        page.getByRole('heading', { level: 1, name: missing ? FAILED : heading }),
      ).toBeVisible();
    }

    await page.goto(pageOf[remote]?.path ?? '/');
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
    renameSync(`${folder}.away`, folder);
    await expect
      .poll(
        async () =>
          ((await (await page.request.get('/readyz')).json()) as { missing: string[] }).missing,
      )
      .toEqual([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: pageOf[remote]?.heading ?? '' }),
    ).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true);
  });
}

test('keeps the frame working while a remote entry hangs', {
  tag: ['@fault-A3'],
}, async ({ page, expectErrors }) => {
  expectErrors('RemoteError: mf-booking failed (entry): mf-booking took longer than 8000 ms');
  let hanging = true;
  await page.route(/remotes\/mf-booking\/.*remoteEntry/, (route) =>
    hanging ? new Promise(() => {}) : route.continue(),
  );
  await expect
    .poll(async () => (await page.request.get('/booking/1')).text()) // a busy machine misses the deadline of the first render
    .toContain('Nova</h1>');
  await page.goto('/booking/1', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: 'Game: Choose a game' }).click();
    await expect(page.getByRole('listbox')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 6500, intervals: [100] }); // the shell renders without the remote after 2.5 s; the remote times out after 8 s
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible({ timeout: 12_000 });
  await expect(page.getByRole('heading', { name: 'Nova' })).toBeVisible();
  hanging = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: /times/ })).toHaveCount(7);
  await expect(page.getByRole('heading', { name: FAILED })).toBeHidden();
});
