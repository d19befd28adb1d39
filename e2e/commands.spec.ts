import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright/test';
import { root } from 'workspace';
import { freePorts } from 'workspace/process';
import { expect, test } from './support/site/fixtures';
import { publishedStore } from './support/site/global-setup';
import { siteStops } from './support/site/guard';

test.describe.configure({ timeout: 120_000 });

let running: ChildProcess | undefined;
let address = '';
let output = '';
let data: string;

test.beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'carry-command-'));
});
test.afterEach(async () => {
  if (running && running.exitCode === null && running.signalCode === null) {
    siteStops();
    const gone = once(running, 'exit');
    running.kill('SIGTERM');
    await gone;
  }
  // npm exits before its child processes
  if (address)
    await expect
      .poll(
        () =>
          fetch(address).then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 15_000 },
      )
      .toBe('down');
  rmSync(data, { recursive: true, force: true });
});

function run(script: string, env: Record<string, string>): ChildProcess {
  output = '';
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  running = child;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return child;
}
const printed = (words: string | RegExp) =>
  expect.poll(() => output, { timeout: 90_000 }).toMatch(words);
const ports = async () => {
  const [PORT, API_PORT, SANDBOX_PORT] = (await freePorts()).map(String) as [
    string,
    string,
    string,
  ];
  address = `http://localhost:${PORT}`;
  return { PORT, API_PORT, SANDBOX_PORT };
};

/** Waits for a page with the coach. Just after its start, a site may send a page before the API responds. */
const rendersCoach = (page: Page, port: string) =>
  expect
    .poll(async () => (await page.request.get(`http://localhost:${port}/booking/1`)).text())
    .toContain('Nova');

test('npm run start:web starts the site against API_URL', async ({ page, site }) => {
  const { PORT } = await ports();
  run('start:web', {
    PORT,
    API_URL: site.urls.api,
    RELEASES_STORE: publishedStore,
    LAST_GOOD_FOLDER: data,
    SITE_NAME: 'Elsewhere',
  });
  await printed(`site  http://localhost:${PORT}`);
  await page.goto(`http://localhost:${PORT}/cs2`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Counter-Strike 2');
  await expect(page).toHaveTitle(/Elsewhere/);
  await rendersCoach(page, PORT);
});

test('npm run start:api starts the reference API alone', {
  tag: '@full',
}, async ({ site, request }) => {
  const { API_PORT } = await ports();
  run('start:api', {
    ...site.env,
    API_PORT,
    DATABASE_URL: '',
    DATA_FOLDER: path.join(data, 'api-alone'),
  });
  address = `http://localhost:${API_PORT}`;
  await printed(/api {3}http/);
  expect((await request.get(`http://localhost:${API_PORT}/healthz`)).status()).toBe(200);
});

test('npm start with API_URL starts no API', { tag: '@full' }, async ({ page, site }) => {
  const { PORT, API_PORT, SANDBOX_PORT } = await ports();
  run('start', {
    PORT,
    API_PORT,
    SANDBOX_PORT,
    API_URL: site.urls.api,
    RELEASES_STORE: publishedStore,
    LAST_GOOD_FOLDER: data,
  });
  await printed(`site  http://localhost:${PORT}`);
  await rendersCoach(page, PORT);
  await expect(fetch(`http://localhost:${API_PORT}/healthz`)).rejects.toThrow();
});

test('npm start runs on PostgreSQL', {
  tag: '@full',
}, async ({ page }) => {
  const admin = new pg.Client(
    process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  );
  const reachable = await admin.connect().then(
    () => true,
    () => false,
  );
  test.skip(!reachable, 'no PostgreSQL answers here');
  const name = `carry_start_${process.pid}`;
  await admin.query(`create database ${name}`);
  try {
    const numbers = await ports();
    const url = new URL(
      process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = `/${name}`;
    run('start', { ...numbers, DATABASE_URL: url.href, RELEASES_STORE: publishedStore });
    await printed(/api: api .*\(PostgreSQL\)/);
    await printed(/student {2}student@carry\.example/);
    await rendersCoach(page, numbers.PORT);
    const client = new pg.Client(url.href);
    await client.connect();
    const { rowCount } = await client.query('select from reviews where coach_id = 1');
    await client.end();
    expect(rowCount).toBe(12);
    const gone = once(running as ChildProcess, 'exit');
    running?.kill('SIGTERM');
    await gone;
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
});

test('reports a port in use in one line with the variable', async () => {
  const numbers = await ports();
  const squatter = net.createServer().listen(Number(numbers.API_PORT));
  await once(squatter, 'listening');
  const child = run('start', { ...numbers, RELEASES_STORE: publishedStore });
  await once(child, 'exit');
  squatter.close();
  expect(child.exitCode).toBe(1);
  expect(output).toContain(`API_PORT ${numbers.API_PORT} is in use; set API_PORT to another port`);
  expect(output).not.toMatch(/\n\s+at /);
});
