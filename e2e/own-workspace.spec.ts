import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remotes, root } from 'workspace';
import { buildConsole } from 'workspace/build-console';
import { copyInstalledWorkspace, copyWorkspace } from 'workspace/copy';
import { freePorts } from 'workspace/process';
import { signIn } from './support/site/actions';
import { expect, startSite, test } from './support/site/fixtures';
import { siteStops } from './support/site/guard';

test.describe.configure({ mode: 'serial', timeout: 420_000 });

let copy: string;
let running: ChildProcess | undefined;
const lines: string[] = [];

/** At night the copy is a new checkout, in which `npm start` installs the packages and builds mf-booking. `npm test` shows that daily in CI. */
const isNight = process.env['TEST_FULL'] === '1';

const fromHere = (file: string) =>
  cpSync(path.join(root, file), path.join(copy, file), { recursive: true });

test.beforeAll(async () => {
  copy = isNight ? copyWorkspace() : copyInstalledWorkspace();
  for (const name of ['shell', ...remotes.filter((name) => name !== 'mf-booking')])
    fromHere(`${name}/dist`);
  if (isNight) return;
  await buildConsole(() => {});
  for (const file of [
    'mf-booking/dist',
    'packages/releases/console/dist',
    'node_modules/.installed',
  ])
    fromHere(file);
});
test.afterAll(() => rmSync(copy, { recursive: true, force: true }));
test.afterEach(() => stop());

/** Runs a workspace command and resolves when it prints the words. */
async function run(args: string[], env: Record<string, string>, words: string): Promise<void> {
  const child = spawn(process.execPath, ['tools/commands/run.mjs', ...args], {
    cwd: copy,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  running = child;
  lines.length = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  await expect
    .poll(() => lines.join('').includes(words) || child.exitCode !== null, { timeout: 300_000 })
    .toBe(true);
  expect(lines.join('')).toContain(words);
}
const dev = (args: string[], env: Record<string, string> = {}) =>
  run(['dev', ...args], env, 'watching');

async function stop(): Promise<void> {
  if (!running || running.exitCode !== null) return;
  siteStops();
  const gone = once(running, 'exit');
  running.kill('SIGTERM');
  await gone;
}

function change(file: string, from: string, to: string): void {
  const target = path.join(copy, file);
  const text = readFileSync(target, 'utf8');
  expect(text).toContain(from);
  writeFileSync(target, text.replace(from, to));
}

const DONE = 'Stop with Ctrl+C.';

async function newStart() {
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const env = {
    PORT: String(site),
    API_PORT: String(api),
    SANDBOX_PORT: String(sandbox),
    CAPTCHA_COST: '100',
  };
  const origin = `http://localhost:${api}`;
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const free = async () => {
    const answer = await fetch(`${origin}/api/coach/1/available-slots/?date=${day}&duration=60`);
    return ((await answer.json()) as { available_slots: { start: string }[] }).available_slots;
  };
  return { env, site, origin, day, free };
}

test('npm start runs everything on embedded defaults', async ({ page }) => {
  const { env, site, origin, day, free } = await newStart();
  await run(['start'], env, DONE);
  for (const words of [
    ...(isNight ? ['installing dependencies', 'built mf-booking'] : []),
    'published mf-booking',
    `site     http://localhost:${site}`,
    'mailbox',
    'student  student@carry.example  Student-2026!',
    'coach    coach@carry.example  Coach-2026!',
  ])
    expect(lines.join('')).toContain(words);
  await page.goto(`http://localhost:${site}/login`);
  await signIn(page);
  const access = await page.evaluate(() => localStorage.getItem('access'));
  const before = await free();
  const slot = { date: day, time: before[0]?.start, displayTime: '', label: '' };
  const booked = await fetch(`${origin}/api/create-booking/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      coach_id: 1,
      service_id: 1,
      quantity: 1,
      contact_info: 'kim',
      details: 'aim',
      slot,
    }),
  });
  expect(booked.status).toBe(201);
  expect(await free()).toHaveLength(before.length - 1);
  await page.goto('about:blank');
});

test('npm start restarts without a build and keeps data until --fresh', {
  tag: '@full',
}, async () => {
  const { env, free } = await newStart();
  await run(['start'], env, DONE);
  expect(lines.join('')).not.toContain('built');
  const left = await free();
  await stop();

  await run(['start', '--fresh'], env, DONE);
  expect(await free()).toHaveLength(left.length + 1);
});

test('rebuilds after a failed build is fixed', {
  tag: '@full',
}, () => {
  const build = () =>
    spawnSync(process.execPath, ['tools/commands/run.mjs', 'build'], {
      cwd: copy,
      encoding: 'utf8',
    });
  expect(build()).toMatchObject({ status: 0 });
  change('mf-coach/src/remote.ts', 'export default', 'export export default');
  const broken = build();
  expect([broken.status, broken.stderr]).toEqual([
    1,
    expect.stringContaining('build of mf-coach failed'),
  ]);
  change('mf-coach/src/remote.ts', 'export export default', 'export default');
  expect(build()).toMatchObject({ status: 0, stdout: expect.stringContaining('built mf-coach') });
});

test('npm run dev updates the open page and keeps the typed text', {
  tag: '@full',
}, async ({ browser, allowErrors }) => {
  // services restart meanwhile, so any request may fail
  allowErrors(
    /(ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|40[14]) \/(api|assets|remotes|static|_shell)(\/[\w.-]+)+\/?/,
    /(ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|40[14]) \/[\w.-]+\.js(on)?/,
    '404 /logn',
  );
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  await dev(['mf-booking'], {
    PORT: String(site),
    API_PORT: String(api),
    SANDBOX_PORT: String(sandbox),
  });
  const readHtml = async () => (await fetch(`http://localhost:${site}/booking/1`)).text();
  await expect.poll(readHtml).toMatch(/data-release="dev".*Book a session<\/h2>/s);
  const page = await browser.newPage();
  await page.goto(`http://localhost:${site}/booking/1`);
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
  await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute('data-release', 'dev');
  const contact = page.getByLabel('Contact info');
  await contact.fill('typed#1');
  await contact.evaluate((field) => {
    field.dataset['kept'] = ''; // a new element would be filled from the draft
    Object.assign(globalThis, { sameTab: true });
  });
  change('mf-booking/src/booking/booking-form.tsx', 'Book a session', 'Book a hot session');
  await expect(page.getByRole('heading', { name: 'Book a hot session' })).toBeVisible();
  expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(true);
  expect(await readHtml()).toContain('Book a hot session</h2>');
  await expect(contact).toHaveValue('typed#1');
  await expect(contact).toHaveAttribute('data-kept');

  // the development build of React must hydrate the production HTML without a mismatch
  for (const path of ['/', '/cs2', '/login', '/register', '/logn']) {
    await page.goto(`http://localhost:${site}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(500);
  }
  await page.goto(`http://localhost:${site}/booking/1`);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();

  change('shell/universal/frame/footer.tsx', '© {year} {site.name}', '© {year} Hot {site.name}');
  await expect(page.getByRole('contentinfo').getByText('Hot Carry')).toBeVisible({
    timeout: 30_000,
  });
  expect(lines.filter((line) => /rendered without|sent without HTML/.test(line))).toEqual([]);
  await page.close();
});

test('shows one local remote inside a running site', {
  tag: '@full',
}, async ({ browser }) => {
  const site = await startSite({ PREVIEWS: 'open' });
  try {
    await dev(['mf-booking', '--site', site.urls.site]);
    const link = /\S+\/\?preview=mf-booking@dev\.\S+/.exec(lines.join(''))?.[0] ?? '';
    expect(link).toContain(site.urls.site);
    const visitor = await browser.newPage({ baseURL: site.urls.site });
    await visitor.goto('/booking/1');
    await expect(visitor.locator('[data-remote=mf-booking]')).not.toHaveAttribute(
      'data-release',
      'dev',
    );
    await visitor.goto(link.replace('/?', '/booking/1?'));
    await expect(visitor.locator('[data-remote=mf-booking]')).toHaveAttribute(
      'data-release',
      'dev',
    );
    await expect(visitor.getByRole('complementary', { name: 'Preview' })).toContainText(
      'mf-booking dev (commit local)',
    );
    change('mf-booking/src/booking/booking-form.tsx', 'Book a', 'Book an inner');
    await expect(visitor.getByRole('heading', { name: /Book an inner/ })).toBeVisible({
      timeout: 15_000,
    });
    await visitor.close();
  } finally {
    await site.stop();
  }
});
