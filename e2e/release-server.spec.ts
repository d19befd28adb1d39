// Signed releases over HTTP: the operator registers a key per team, and the server rejects foreign paths.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  DirectoryStore,
  deriveTrust,
  HttpStoreClient,
  readLive,
  readSigningKey,
  readSite,
  SignedStore,
} from '@carry/releases';
import { root } from 'workspace';
import { freePorts, fromSource, type Service, startService } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { bookingWith, waitForRelease } from './support/releases/releases';
import { expect, startSite, test } from './support/site/fixtures';

const run = promisify(execFile);

test('ships signed releases of the owning team over HTTP only', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(240_000);
  const site = await startSite();
  const folder = path.dirname(site.store);
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const command = fromSource('tools/commands/releases.ts');
  const getFile = (name: string) => path.join(folder, `${name}.pem`);
  const readKey = (name: string) => readSigningKey(readFileSync(getFile(name), 'utf8'));
  const releases = async (as: string | null, ...args: string[]) => {
    const env = {
      ...process.env,
      RELEASES_STORE: site.store,
      ...(as && { RELEASES_KEY: getFile(as), RELEASES_TRUST: readKey('operator').publicKey }),
    };
    return (await run(process.execPath, [...command.args, ...args], { env, cwd: root })).stdout;
  };
  let server: Service | undefined;
  try {
    for (const name of ['operator', 'team', 'stranger'])
      await releases(null, 'key', 'new', '--out', getFile(name));
    await releases('operator', 'sign', '--why', 'keys from today on');
    await releases(
      'operator',
      'owner',
      'add',
      'mf-booking',
      '--path',
      '/booking',
      '--key',
      readKey('team').publicKey,
    );
    const operators = [readKey('operator').publicKey];
    await site.restart('site', { RELEASES_TRUST: operators.join() });
    server = await startService({
      name: 'releases',
      program: {
        ...command,
        args: [...command.args, 'serve', '--port', String(port)],
      },
      env: { RELEASES_STORE: site.store, RELEASES_TRUST: operators.join() },
      readyUrl: `${url}/healthz`,
      log: (line) => site.lines.push(line),
    });
    const known = await readSite(new DirectoryStore(site.store));
    const storeAs = (name: string) =>
      new SignedStore(
        new HttpStoreClient(url, readKey(name)),
        () => deriveTrust(known, operators),
        readKey(name),
      );

    const before = (await readLive(new DirectoryStore(site.store))).remotes['mf-booking']?.version;
    const { version } = await publishRemote('mf-booking', storeAs('team'), {
      why: 'by its own key',
      dist: bookingWith('Signed by its team'),
    });
    await waitForRelease(site, version);
    const page = await browser.newPage();
    await page.goto(`${site.urls.site}/booking/1`);
    await expect(page.getByRole('heading', { name: 'Signed by its team' })).toBeVisible();

    for (const who of ['stranger', 'team'] as const) {
      const remote = who === 'stranger' ? 'mf-booking' : 'mf-account';
      await expect(releases(who, 'lock', remote, '--why', 'mine', '--to', url)).rejects.toThrow(
        /unknown key|may not/,
      );
    }
    const audit = await releases('team', 'list', 'mf-booking', '--to', url);
    expect(audit).toContain('the team of mf-booking');
    expect(audit).not.toContain('ceo');

    const store = new DirectoryStore(site.store);
    const live = await readLive(store);
    const pointer = live.remotes['mf-booking'];
    const moved = {
      ...live,
      revision: live.revision + 1,
      remotes: { ...live.remotes, 'mf-booking': { ...pointer, version: before, history: [] } },
    };
    await store.write('live.json', Buffer.from(JSON.stringify(moved)));
    await expect
      .poll(() => site.lines.join('\n'), { timeout: 5000 })
      .toContain(`mf-booking is ${before}, but`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Signed by its team' })).toBeVisible();
    await store.write(
      'live.json',
      Buffer.from(JSON.stringify({ ...live, revision: moved.revision + 1 })),
    );

    await releases('team', 'rollback', 'mf-booking', '--to', url);
    await expect
      .poll(async () => (await fetch(site.urls.site)).headers.get('x-composition'))
      .toContain(before);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
    await page.close();
  } finally {
    await server?.stop();
    await site.stop();
  }
});
