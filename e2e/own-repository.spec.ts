// A team's whole way in a repository of its own: nothing of this workspace but what npm installs from packages.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { newPrivateKey, readSigningKey } from '@carry/releases/signing';
import { root } from 'workspace';
import { packLibraries } from 'workspace/libraries';
import { freePorts, fromSource, type Service, startService } from 'workspace/process';
import { expect, type Site, startSite, test } from './fixtures';

const run = promisify(execFile);
const keyOf = (file: string) => readSigningKey(readFileSync(file, 'utf8'));
const OPERATOR_SCRIPT = path.join(root, 'scripts/releases.ts');

/** Hands requests on to the release server, and changes one byte of what is sent to it. */
async function startMeddler(target: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const at = incoming.url === '/v1/releases' ? body.lastIndexOf('Help') : -1;
      if (at >= 0) body.write('Hulp', at);
      const options = { method: incoming.method, headers: incoming.headers };
      const onward = request(target + incoming.url, options, (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        from.pipe(answer);
      });
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The operator's side: keys, the claim of the path, the site that trusts, the release server. */
async function openReleases(site: Site, folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name}.pem`);
  const operator = async (...args: string[]) =>
    run(process.execPath, ['--import', 'tsx', OPERATOR_SCRIPT, ...args], {
      cwd: root,
      env: {
        ...process.env,
        RELEASES_STORE: site.store,
        ...(args[0] !== 'key' && {
          RELEASES_KEY: fileOf('operator'),
          RELEASES_TRUST: keyOf(fileOf('operator')).publicKey,
        }),
      },
    });
  await Promise.all(
    ['operator', 'team'].map((name) => operator('key', 'new', '--out', fileOf(name))),
  );
  for (const name of ['booking', 'stranger']) writeFileSync(fileOf(name), newPrivateKey());
  const publicOf = (name: string) => keyOf(fileOf(name)).publicKey;
  await operator('sign', '--why', 'keys from today on');
  await operator('owner', 'add', 'mf-help', '--path', '/help', '--key', publicOf('team'));
  await operator('owner', 'add', 'mf-booking', '--path', '/booking', '--key', publicOf('booking'));
  const trust = { RELEASES_TRUST: publicOf('operator') };
  await site.restart('site', trust);
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const args = ['--import', 'tsx', OPERATOR_SCRIPT, 'serve', '--port', String(port)];
  const server = await startService(
    'releases',
    { ...fromSource('scripts/releases.ts'), args },
    {
      ...trust,
      RELEASES_STORE: site.store,
      SITE_URL: site.urls.site,
      PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
    },
    `${url}/healthz`,
    (line) => site.lines.push(line),
  );
  return { url, server, fileOf };
}

test('a team makes, tests, checks, ships, previews and rolls back its remote from a repository of its own; nobody else does', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-own-'));
  const packing = packLibraries();
  packing.catch(() => {}); // awaited below
  const site = await startSite();
  let server: Service | undefined;
  let meddler: Server | undefined;
  try {
    const releases = await openReleases(site, folder);
    ({ server } = releases);
    const packages = await packing;
    const { '@carry/create-remote': creator = '', ...installed } = packages;
    const home = path.join(folder, 'mf-help');
    const at = async (cwd: string, key: string | null, command: string, ...args: string[]) => {
      const none = { RELEASES_STORE: '', RELEASES_TRUST: '', NODE_OPTIONS: '', NODE_ENV: 'test' };
      return (
        await run(command, args, {
          cwd,
          env: { ...process.env, ...none, ...(key && { RELEASES_KEY: releases.fileOf(key) }) },
          maxBuffer: 1 << 24,
        })
      ).stdout;
    };
    const npm = (key: string | null, ...args: string[]) => at(home, key, 'npm', ...args);
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
    const addresses = ['--site', site.urls.site, '--releases', releases.url];
    const create = ['create-remote', 'mf-help', '--path', '/help', ...addresses];
    await at(folder, null, 'npm', 'exec', '--yes', `--package=${creator}`, '--', ...create);
    await npm(null, 'install', '--no-save', ...quiet, ...Object.values(installed));
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(home, 'package.json'), 'utf8'),
    );
    const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
      name.startsWith('@carry/'),
    );
    expect(ours.sort()).toEqual(['@carry/remote-kit', '@carry/ui']);

    expect(await npm(null, 'test')).toMatch(/1 passed/);
    expect(await npm(null, 'run', 'check')).toContain(`mf-help fits ${site.urls.site}`);

    await npm('team', 'run', 'publish', '--', '--why', 'first');
    const page = await browser.newPage();
    const heading = (words: string) => page.getByRole('heading', { level: 1, name: words });
    await expect
      .poll(async () => (await fetch(`${site.urls.site}/help`)).status, { timeout: 5000 })
      .toBe(200);
    await page.goto(`${site.urls.site}/help`);
    await expect(heading('Help')).toBeVisible();
    await expect(page.locator('[data-remote=mf-help]')).toBeVisible();

    const source = path.join(home, 'src/routes/help.tsx');
    const words = 'Help & <answers> 🙂';
    writeFileSync(
      source,
      readFileSync(source, 'utf8').replace('>Help<', `>{${JSON.stringify(words)}}<`),
    );
    const preview = JSON.parse(
      await npm('team', 'run', '-s', 'publish', '--', '--channel', 'pr-1', '--json'),
    ) as { url: string; version: string };
    expect(preview.url).toContain(`${site.urls.site}/help?preview=mf-help@pr-1.`);
    await page.goto(preview.url);
    await expect(heading(words)).toBeVisible();
    expect(await (await fetch(`${site.urls.site}/help`)).text()).not.toContain('&lt;answers&gt;');

    for (const [key, why] of [
      ['stranger', /nobody here knows the key/],
      ['booking', /which may not sign it/],
    ] as const)
      await expect(npm(key, 'run', 'publish')).rejects.toThrow(why);
    if (process.env['TEST_FULL']) {
      meddler = await startMeddler(releases.url);
      const { port } = meddler.address() as AddressInfo;
      const to = `http://127.0.0.1:${port}`;
      await expect(
        npm('team', 'run', 'publish', '--', '--channel', 'pr-2', '--to', to),
      ).rejects.toThrow(/the request/);
    }

    await npm('team', 'run', 'releases', '--', 'promote', 'mf-help', 'pr-1');
    await page.context().clearCookies();
    await expect(async () => {
      await page.goto(`${site.urls.site}/help`);
      await expect(heading(words)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 8000 });
    await npm('team', 'run', 'releases', '--', 'rollback', 'mf-help');
    await expect(async () => {
      await page.goto(`${site.urls.site}/help`);
      await expect(heading('Help')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 8000 });
    const listed = await npm('team', 'run', 'releases', '--', 'list', 'mf-help');
    expect(listed).toContain(`key ${keyOf(releases.fileOf('team')).id}`);
    await page.close();
  } finally {
    meddler?.close();
    await server?.stop();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
