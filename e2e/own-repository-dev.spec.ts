import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from 'workspace/process';
import { ownEnvironment, packedCommands, shellIn } from './support/releases/own-repository';
import { expect, startSite, test } from './support/site/fixtures';

async function end(running: ChildProcess): Promise<void> {
  if (!running.pid || running.exitCode !== null || running.signalCode !== null) return;
  const gone = once(running, 'exit');
  process.kill(-running.pid, 'SIGTERM');
  await gone;
}

const WORKER = "import { answer } from './answer';\n\npostMessage(answer);\n";

/** Shows what a worker sends in the heading. */
const withWorker = (page: string) =>
  page
    .replace('import styles', "import { useEffect, useState } from 'react';\nimport styles")
    .replace(
      'function Page() {',
      `function Page() {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    const worker = new Worker(new URL('../ask.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => setAnswer(String(data));
    return () => worker.terminate();
  }, []);`,
    )
    .replace('>Help<', '>Help {answer}<');

test('carry-remote dev serves alone and, with --site, inside a site', {
  tag: '@full',
}, async ({ browser, allowErrors }) => {
  test.setTimeout(240_000);
  // a production React has no fast refresh, so the page reloads (decision 0008)
  allowErrors(
    /\[rsbuild\] HMR update failed, performing full reload: (Error: )?Aborted because \.\/src\/(routes\/help\.tsx|a(nswer|sk)\.ts) is not accepted/,
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-own-dev-'));
  const home = path.join(folder, 'mf-help');
  const sh = shellIn(home);
  const [packed, site] = await Promise.all([packedCommands(), startSite()]);
  let running: ChildProcess | undefined;
  try {
    const releases = 'https://releases.example';
    await sh(packed.create({ name: 'mf-help', route: '/help', site: site.urls.site, releases }), {
      cwd: folder,
    });
    await sh(packed.install);

    const lines: string[] = [];
    const start = (...args: string[]) =>
      spawn('npm', ['run', 'dev', ...args], {
        cwd: home,
        env: { ...ownEnvironment, NODE_ENV: 'development' },
        detached: true, // ends npm and its child processes together
      });
    const source = path.join(home, 'src/routes/help.tsx');
    const page = await browser.newPage();

    running = start();
    const alone = 'http://localhost:3300/help';
    await expect
      .poll(() => fetch(alone).then(({ status }) => status, String), { timeout: 60_000 })
      .toBe(200);
    await page.goto(alone);
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    const text = readFileSync(source, 'utf8');
    writeFileSync(source, text.replace('>Help<', '>Help alone<'));
    await expect(page.getByRole('heading', { level: 1, name: 'Help alone' })).toBeVisible({
      timeout: 15_000,
    });
    writeFileSync(path.join(home, 'src/answer.ts'), 'export const answer = 42;\n');
    writeFileSync(path.join(home, 'src/ask.ts'), WORKER);
    writeFileSync(source, withWorker(text));
    await expect(page.getByRole('heading', { level: 1, name: 'Help 42' })).toBeVisible({
      timeout: 15_000,
    });
    writeFileSync(source, text);
    const original = page.getByRole('heading', { level: 1, name: 'Help', exact: true });
    await expect(original).toBeVisible({ timeout: 15_000 }); // a late reload would interrupt leaving
    await page.goto('about:blank');
    await end(running);

    running = start('--', '--site');
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const address = () => /http:\/\/localhost:33\d\d\/help/.exec(lines.join(''))?.[0] ?? '';
    await expect
      .poll(() => address() || running?.exitCode, { timeout: 60_000, message: lines.join('') })
      .toContain('/help');
    expect(lines.join('')).toContain('mf-help: this folder; no release of it is live');
    expect(lines.join('')).toContain(`${site.urls.site} gives mf-help no path yet`);

    expect((await fetch(`${site.urls.site}/help`)).status).toBe(404);
    await page.goto(address());
    await expect(page.locator('[data-remote=mf-help]')).toHaveAttribute('data-release', 'dev');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Login');
    writeFileSync(source, text.replace('>Help<', '>Hot help<'));
    await expect(page.getByRole('heading', { level: 1, name: 'Hot help' })).toBeVisible({
      timeout: 15_000,
    });
    writeFileSync(source, withWorker(text)); // the pages' policy follows
    await expect(page.getByRole('heading', { level: 1, name: 'Help 42' })).toBeVisible({
      timeout: 15_000,
    });
    writeFileSync(path.join(home, 'src/answer.ts'), 'export const answer = 43;\n');
    await expect(page.getByRole('heading', { level: 1, name: 'Help 43' })).toBeVisible({
      timeout: 15_000,
    });
    await page.getByRole('banner').locator('a[href="/"]').first().click();
    await expect(page.locator('[data-remote]:not([data-remote=mf-help])')).toBeVisible();
    await page.close();

    const [free] = await freePorts();
    await expect(sh(`npm run dev -- --site http://localhost:${free}`)).rejects.toThrow(
      /cannot reach http:\/\/localhost:\d+\/_shell\/site\.json: ECONNREFUSED/,
    );
  } finally {
    if (running) await end(running);
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
