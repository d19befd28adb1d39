// carry-remote dev --site: an edited remote inside a packaged https site, through a company proxy, with a private certificate authority.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remoteFolder, root } from 'workspace';
import { copySources } from 'workspace/copy';
import { packageAll } from 'workspace/package';
import { freePorts } from 'workspace/process';
import { goThere } from './go-there';
import { createCertificate, startCompanyProxy, startTls } from './support/live-site/tls';
import { violationsAt } from './support/pages/accessibility';
import { signIn } from './support/site/actions';
import { expect, type Site, startSite, test } from './support/site/fixtures';

const HOST = 'carry.example';
const SITE_URL = `https://${HOST}`;

/** Copies a remote, so that its sources can change. Returns the folder. */
function copyRemote(name: string, into: string, from = remoteFolder(name)): string {
  const folder = path.join(into, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copySources(from, folder);
  const packages = path.join(remoteFolder('mf-booking'), 'node_modules');
  symlinkSync(packages, path.join(folder, 'node_modules'));
  const config = path.join(folder, 'rsbuild.config.ts');
  if (existsSync(config)) return folder;
  writeFileSync(
    config,
    `import { remoteConfig } from '@carry/remote-kit/build';\n\nexport default remoteConfig('${name}', import.meta.dirname);\n`,
  );
  return folder;
}

/** Starts a packaged site, and TLS servers in front of it and its API. */
async function startHttpsSite(folder: string) {
  await packageAll(folder, ['site']);
  const site = await startSite({}, 'ours', {
    site: {
      args: ['server.js'],
      cwd: path.join(folder, 'site'),
      env: { PATH: process.env['PATH'] },
    },
  });
  const certificate = createCertificate(folder, [HOST, 'localhost']);
  const fronts = await Promise.all([
    startTls(certificate, site.urls.site),
    startTls(certificate, site.urls.api),
  ]);
  const [{ port }, { port: apiPort }] = fronts;
  const proxy = await startCompanyProxy({ [`${HOST}:443`]: port });
  const API_URL = `https://localhost:${apiPort}`;
  await site.restart('api', { API_URL }); // its pictures have absolute addresses
  await site.restart('site', {
    SITE_URL,
    API_URL,
    REDIRECT_ORIGINS: '{}',
    LOG_LEVEL: 'info',
    NODE_EXTRA_CA_CERTS: certificate.file,
  });
  site.lines.length = 0;
  const stop = async () => {
    await Promise.all([...fronts, proxy].map((server) => server.stop()));
    await site.stop();
  };
  return { site, certificate, proxy, stop };
}

interface DevServer {
  home: string;
  port: number;
  siteUrl?: string;
  env?: Record<string, string>;
}

/** Starts `carry-remote dev --site`; resolves with its output. */
async function startDev({ home, port, siteUrl = SITE_URL, env = {} }: DevServer) {
  const lines: string[] = [];
  const program = path.join(root, 'packages/remote-kit/cli/bin.ts');
  const child = spawn(
    process.execPath,
    [
      '--import',
      import.meta.resolve('tsx'),
      program,
      'dev',
      '--site',
      siteUrl,
      '--port',
      String(port),
    ],
    { cwd: home, env: { ...process.env, NODE_OPTIONS: '', ...env } },
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  await expect
    .poll(() => lines.join('').includes('everything else') || child.exitCode !== null, {
      timeout: 180_000,
    })
    .toBe(true);
  return { child, printed: lines.join('') };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Requests of the site's log, without probes. */
const getRequests = ({ lines }: Site) =>
  lines.flatMap((line) => {
    const { name, method, route, msg } = JSON.parse(line.replace(/^[^{]*/, '') || '{}') as Record<
      string,
      string
    >;
    return name === 'site' && msg === 'request' ? [`${method} ${route}`] : [];
  });

test('carry-remote dev --site shows an edit inside the live site', {
  tag: '@full',
}, async ({ browser, allowErrors }) => {
  test.setTimeout(420_000);
  // a production React has no fast refresh, so the page reloads (decision 0008)
  allowErrors(
    /\[rsbuild\] HMR update failed, performing full reload: (Error: )?Aborted because \.\/src\/booking\/booking-form\.tsx is not accepted/,
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-live-site-'));
  const copies = path.join(root, '.data/e2e/live-site');
  const home = copyRemote('mf-booking', copies);
  const { site, certificate, proxy, stop } = await startHttpsSite(folder);
  const started: ChildProcess[] = [];
  try {
    const [port = 0] = await freePorts();
    const local = `http://localhost:${port}`;
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate.file };
    const { child, printed } = await startDev({ home, port, env });
    started.push(child);
    expect(printed, printed).toContain(`${local}/booking`);
    expect(printed).toMatch(/mf-booking: this folder, in place of release \S+/);
    expect(printed).toContain(`everything else: ${SITE_URL}`);
    expect([...proxy.tunnels]).toEqual([`${HOST}:443`]);

    // pictures come from the API itself, whose certificate the browser does not know
    const page = await browser.newPage({ baseURL: local, ignoreHTTPSErrors: true });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/booking/1');
    const box = page.locator('[data-remote=mf-booking]');
    await expect(box).toHaveAttribute('data-release', 'dev');
    await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Login');
    const panel = page.getByRole('complementary', { name: 'Development' });
    await panel.getByText('Development build').click();
    await expect(panel).toContainText(`Everything else is live at ${SITE_URL}.`);
    await expect(panel).toContainText(/mf-booking comes from http:\/\/localhost:\d+ in place of/);
    expect(await violationsAt(page, 'dark')).toEqual([]);

    const source = path.join(home, 'src/booking/booking-form.tsx');
    const text = readFileSync(source, 'utf8');
    writeFileSync(source, text.replace('Book a session', 'Book an edited session'));
    await expect(page.getByRole('heading', { name: 'Book an edited session' })).toBeVisible({
      timeout: 60_000,
    });

    await signIn(page); // the home page is live, with its server's HTML
    await expect(page.locator('[data-remote=mf-marketing]')).not.toHaveAttribute(
      'data-release',
      'dev',
    );
    await page.goto('/booking/1');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(box).toHaveAttribute('data-release', 'dev');
    expect([...origins].every((origin) => new URL(origin).hostname === 'localhost')).toBe(true);

    const requests = getRequests(site);
    expect(requests).toContain('GET /booking/1');
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);

    const [secondPort = 0] = await freePorts();
    const second = { home: copyRemote('mf-marketing', copies), port: secondPort, siteUrl: local };
    started.push((await startDev(second)).child);
    await page.goto(`http://localhost:${secondPort}/cs2`);
    const release = (remote: string) => page.locator(`[data-remote=${remote}]`);
    await expect(release('mf-marketing')).toHaveAttribute('data-release', 'dev');
    await page.goto(`http://localhost:${secondPort}/booking/1`);
    await expect(page.getByRole('heading', { name: 'Book an edited session' })).toBeVisible();
    await expect(release('mf-booking')).toHaveAttribute('data-release', 'dev');
    await page.close();
  } finally {
    for (const child of started.toReversed()) await end(child);
    await stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(copies, { recursive: true, force: true });
  }
});

test('carry-remote dev --site runs workers and WebAssembly', {
  tag: '@full',
}, async ({ browser, site, allowErrors }) => {
  test.setTimeout(240_000);
  allowErrors(
    /\[rsbuild\] HMR update failed, performing full reload: (Error: )?Aborted because \.\/src\/double\.ts is not accepted/,
  );
  const copies = path.join(root, '.data/e2e/live-workers');
  const home = copyRemote('mf-compute', copies, path.join(root, 'e2e/fixtures/compute'));
  const change = (file: string, from: string, to: string) => {
    const target = path.join(home, 'src', file);
    const text = readFileSync(target, 'utf8');
    expect(text).toContain(from);
    writeFileSync(target, text.replace(from, to));
  };
  const [port = 0] = await freePorts();
  const { child } = await startDev({ home, port, siteUrl: site.urls.site });
  const page = await browser.newPage({ baseURL: `http://localhost:${port}` });
  const policyAt = async (address: string) => {
    const policy = (await page.request.get(address)).headers()['content-security-policy'] ?? '';
    return [/worker-src ([^;]*)/.exec(policy)?.[1], policy.includes("'wasm-unsafe-eval'")];
  };
  try {
    expect(await policyAt('/')).toEqual(["'none'", false]);
    expect(await policyAt('/compute')).toEqual(["'self'", true]);
    await page.goto('/');
    await goThere(page, '/compute');
    await expect(page.locator('[data-remote=mf-compute]')).toHaveAttribute('data-release', 'dev');
    await expect(page.getByLabel('Sum')).toHaveText('12');
    await expect(page.getByLabel('Imported')).toHaveText('42');
    await expect(page.getByLabel('Streamed')).toHaveText('42');

    change('double.ts', 'value * 2', 'value * 3');
    await expect(page.getByLabel('Sum')).toHaveText('18', { timeout: 30_000 });
    await expect(page.getByLabel('Streamed')).toHaveText('42');
    await page.close();
  } finally {
    await end(child);
    rmSync(copies, { recursive: true, force: true });
  }
});
