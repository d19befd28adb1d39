import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAudit, readLive } from '@carry/releases';
import type { Page, Route } from 'playwright/test';
import { remoteFolder, root } from 'workspace';
import { publishRemote } from 'workspace/publish-remote';
import {
  FAILED,
  liveVersion,
  openStore,
  restore,
  waitForRelease,
} from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { readStatus } from './support/releases/visits';
import { expect, test } from './support/site/fixtures';

const toLogin = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
const login = (page: Page) => page.getByRole('heading', { name: 'Login' });

const targets = {
  entry: { pattern: /remotes\/mf-account\/.*remoteEntry/, file: 'mf-account/remoteEntry.js' },
  'exposed module': {
    pattern: /remotes\/mf-account\/.*__federation_expose.*\.js/,
    file: 'mf-account/__federation_expose_remote.js',
  },
  'route chunk': {
    pattern: /remotes\/mf-account\/.*route-login.*\.js/,
    file: 'mf-account/route-login.js',
  },
  style: {
    pattern: /remotes\/mf-account\/.*route-login.*\.css/,
    file: 'mf-account/route-login.css',
  },
};

/** Console errors of each fault, besides the error of the remote. */
const errors: Record<string, string> = {
  missing: '404',
  'answered with an error': '500',
  truncated: 'integrity',
  'of another hash': 'integrity',
};
const failure = (remote: string) =>
  `RemoteError: ${remote} failed (entry): ${remote}/remoteEntry.js could not be loaded`;
const failures: Record<string, string | RegExp> = {
  entry: failure('mf-account'),
  'exposed module': /RemoteError: mf-account failed \(entry\): Loading chunk \w+ failed\./,
  'route chunk': /RemoteError: mf-account failed \(routes\): Loading chunk \w+ failed\./,
  style:
    /RemoteError: mf-account failed \(routes\): Loading CSS chunk \w+ failed\.\\n\(mf-account\/route-login\.css\)/,
};
const late = (target: string) =>
  `RemoteError: mf-account failed (${/entry|exposed/.test(target) ? 'entry' : 'routes'}): mf-account took longer than 8000 ms`;

const faults: Record<string, (route: Route) => Promise<void>> = {
  missing: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'answered with an error': (route) => route.fulfill({ status: 500, body: 'Oops' }),
  truncated: async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: body.subarray(0, body.length / 2) });
  },
  'of another hash': async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `${await response.text()}\n/* globalThis.tampered=true */;globalThis.tampered=true;`,
    });
  },
  hanging: () => new Promise(() => {}),
};

/** Slow or similar to `missing`, so they run at night. */
const rare = new Set(['answered with an error', 'hanging']);

for (const [target, { pattern, file }] of Object.entries(targets)) {
  for (const [fault, answer] of Object.entries(faults)) {
    const tag = rare.has(fault) || (target !== 'entry' && fault !== 'missing') ? '@full' : [];
    test(`isolates ${target} ${fault} and recovers with Retry`, {
      tag: [
        tag,
        ...['@fault-A3', '@fault-A4', '@fault-A5', '@fault-A8', '@fault-C6'],
        target === 'style' ? '@fault-A10' : [],
      ].flat(),
    }, async ({ page, expectErrors }) => {
      expectErrors(
        (fault === 'hanging' ? late(target) : failures[target]) ?? '',
        ...(errors[fault] ? [`${errors[fault]} ${file}`] : []),
      );
      let broken = true;
      await page.route(pattern, (route) => (broken ? answer(route) : route.continue()));
      await page.goto('/');
      await toLogin(page);
      const failed = page.getByRole('heading', { name: FAILED });
      await expect(failed.or(login(page))).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      await expect(failed).toBeVisible();
      broken = false;
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(login(page)).toBeVisible({ timeout: 12_000 });
      await page.getByRole('banner').getByRole('link', { name: 'Carry, home' }).click();
      await expect(
        page.getByRole('heading', { name: 'Level Up With World-Class Coaches' }),
      ).toBeVisible();
    });
  }
}

function throwingEntry(): string {
  const dist = path.join(root, '.data/e2e/mf-account-entry');
  rmSync(dist, { recursive: true, force: true });
  cpSync(path.join(remoteFolder('mf-account'), 'dist'), dist, { recursive: true });
  const web = path.join(dist, 'web');
  const entry = path.join(
    web,
    readdirSync(web).find((file) => file.startsWith('remoteEntry')) as string,
  );
  writeFileSync(entry, `throw new Error('boom');${readFileSync(entry, 'utf8')}`);
  return dist;
}

const throwing: Record<string, () => string> = {
  entry: throwingEntry,
  'route chunk': () =>
    buildVariant('mf-account', [
      {
        file: 'routes/login.tsx',
        from: /^/,
        to: "if (typeof document !== 'undefined') throw new Error('boom');\n",
      },
    ]),
};

for (const [target, build] of Object.entries(throwing)) {
  test(`isolates ${target} throwing and asks an operator after repeated failures`, {
    tag: ['@full', '@fault-A12'],
  }, async ({ page, site, browser, expectErrors }) => {
    test.setTimeout(240_000);
    expectErrors(
      ...(target === 'entry'
        ? ['exception: boom', failure('mf-account')]
        : ['RemoteError: mf-account failed (routes): boom']),
    );
    await site.restart('site', { TRUSTED_PROXIES: '1' });
    const { version } = await publishRemote('mf-account', openStore(site), {
      why: 'test',
      dist: build(),
    });
    await waitForRelease(site, version);
    await page.goto('/');
    await toLogin(page);
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible({ timeout: 12_000 });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (let visitor = 0; visitor < 5; visitor++) {
      const extraHTTPHeaders = { 'x-forwarded-for': `203.0.${visitor}.7` };
      const context = await browser.newContext({ baseURL: site.urls.site, extraHTTPHeaders });
      const tab = await context.newPage();
      const report = tab.waitForResponse((response) => response.url().endsWith('/_shell/reports'), {
        timeout: 15_000,
      });
      await tab.goto('/login');
      await report;
      await context.close();
    }
    // its files are as published, so reports alone do not roll it back
    await expect
      .poll(async () => (await readStatus(site)).decisions)
      .toContainEqual(expect.objectContaining({ remote: 'mf-account', decision: 'person' }));
    expect(await liveVersion(site, 'mf-account')).toBe(version);
    expect(site.lines.join('\n')).toMatch(
      /an operator must decide: browsers of \d of \d networks failed to load it, but its files are intact/,
    );
    await page.goto('about:blank'); // an open page would retry while the site restarts
    await restore(site);
    await page.goto('/login');
    await expect(login(page)).toBeVisible();
  });
}

const onServer: Record<string, string> = {
  throwing: "throw new Error('boom')",
  hanging: 'while (true) {}',
};

for (const [fault, code] of Object.entries(onServer)) {
  test(`rolls back a server bundle ${fault} after several pages`, {
    tag: '@full',
  }, async ({ page, site }) => {
    test.setTimeout(240_000); // each hang takes until its deadline, in the trial render, too
    const before = await liveVersion(site, 'mf-account');
    const edit = {
      file: 'routes/login.tsx',
      from: 'const navigate = useNavigate();',
      to: `const navigate = useNavigate(); if (typeof document === 'undefined') { ${code} }`,
    };
    const { version } = await publishRemote('mf-account', openStore(site), {
      why: 'test',
      dist: buildVariant('mf-account', [edit]),
    });
    await waitForRelease(site, version);
    const first = await page.request.get('/login');
    expect(first.status()).toBe(200);
    expect(await first.text()).not.toContain('Forgot Password?');
    await page.goto('/login');
    await expect(login(page)).toBeVisible();
    const audit = () =>
      readAudit(openStore(site), 'mf-account').then((entries) => entries.at(-1)?.action);
    await expect
      .poll(
        async () => {
          await page.request.get(`/login?again=${Math.random()}`);
          return audit();
        },
        { timeout: 70_000, intervals: [500] },
      )
      .toBe('rolled-back');
    expect((await readLive(openStore(site))).remotes['mf-account']?.version).toBe(before);
    await expect
      .poll(async () => (await page.request.get('/login')).text())
      .toContain('Forgot Password?');
    await restore(site);
  });
}

const pages: Record<string, { path: string; heading: string }> = {
  'mf-marketing': { path: '/', heading: 'Level Up With World-Class Coaches' },
  'mf-booking': { path: '/booking/1', heading: 'Book a session' },
  'mf-account': { path: '/login', heading: 'Login' },
  'mf-coach': { path: '/coach-dashboard', heading: 'Login' },
};

const names = Object.keys(pages);

test('isolates all sixteen combinations of four remotes', {
  tag: ['@full', '@fault-A1', '@fault-A2'],
}, async ({ page, expectErrors }) => {
  test.setTimeout(240_000);
  expectErrors(
    ...names.map(failure),
    ...names.map((name) => new RegExp(`ERR_FAILED ${name}/[\\w-]+[.](avif|css|js|svg)`)),
  );
  for (let mask = 0; mask < 2 ** names.length; mask++) {
    const down = names.filter((_, bit) => mask & (1 << bit));
    await page.unrouteAll();
    for (const name of down) await page.route(`**/remotes/${name}/**`, (route) => route.abort());
    for (const [name, { path, heading }] of Object.entries(pages)) {
      await page.goto(path);
      const missing = down.includes(name) || (name === 'mf-coach' && down.includes('mf-account'));
      await expect(
        page.getByRole('heading', { name: missing ? FAILED : heading }),
        `${path} without ${down}`,
      ).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
  }
});
