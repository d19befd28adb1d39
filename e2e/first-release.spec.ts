// A stranger's first release: only the lines of the guide, from an empty folder with an empty home, against a registry.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getCommands } from './support/pages/documents';
import { startRegistry } from './support/releases/registry';
import { openReleases } from './support/releases/release-server';
import { expect, startSite, test } from './support/site/fixtures';

const run = promisify(execFile);
const MAX_SECONDS = 600;
/** The guide is longer: changes and pipelines follow. */
const LAST_LINE = 'RELEASES_KEY=team.pem npm run publish';
const OPERATORS_LINE = 'npm run releases -- owner add';
const COMMIT = 'git -c user.name=kim -c user.email=kim@carry.example commit -qm first';
/** Settings of a machine: how it reaches the internet. */
const MACHINE = /^(PATH|TMPDIR|LANG|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i;

/** Runs lines one after another in a stranger's terminal, which keeps its folder and its variables. */
class Terminal {
  private folder: string;
  private readonly env: Record<string, string | undefined>;

  constructor(home: string, folder: string) {
    this.folder = folder;
    const machine = Object.entries(process.env).filter(([name]) => MACHINE.test(name));
    this.env = { ...Object.fromEntries(machine), HOME: home };
  }

  async type(line: string): Promise<string> {
    const [command = '', argument = ''] = line.split(' ');
    if (command === 'cd') this.folder = path.join(this.folder, argument);
    else if (command === 'export') {
      const [name = '', value] = argument.split('=');
      this.env[name] = value;
    } else {
      const options = { cwd: this.folder, env: this.env, maxBuffer: 1 << 24 };
      const { stdout, stderr } = await run('sh', ['-c', line], options);
      return stdout + stderr;
    }
    return '';
  }
}

test('the guide leads a stranger to a live page within ten minutes', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout((MAX_SECONDS + 240) * 1000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-first-'));
  const [home, work] = [path.join(folder, 'home'), path.join(folder, 'work')];
  mkdirSync(home);
  mkdirSync(work);
  const site = await startSite();
  const stops = [site.stop];
  try {
    const registry = await startRegistry(path.join(folder, 'registry'));
    stops.unshift(registry.stop);
    const releases = await openReleases(site, folder);
    stops.unshift(() => releases.server.stop());
    expect(registry.lines.filter((line) => line.startsWith('published'))).toHaveLength(5);
    const lines = getCommands('docs/guides/own-repository.md');
    const guide = lines.slice(0, lines.indexOf(LAST_LINE) + 1);
    expect(guide.length).toBeGreaterThan(5);
    const addresses = {
      'https://registry.example': registry.url,
      'https://carry.example': site.urls.site,
      'https://releases.example': releases.url,
    };
    const terminal = new Terminal(home, work);
    let key = '';
    let printed = '';
    const started = performance.now();
    for (const line of guide) {
      if (line.startsWith(OPERATORS_LINE)) {
        const [, options = ''] = line.split(' -- ');
        await releases.operator(...options.replace('ed25519:…', key).split(' '));
        const known = async () => (await fetch(`${site.urls.site}/_shell/site.json`)).text();
        await expect.poll(known).toContain('"mf-help"'); // sites read changes every few seconds
        continue;
      }
      const real = Object.entries(addresses).reduce(
        (text, [example, address]) => text.replaceAll(example, address),
        line,
      );
      printed = await terminal.type(real);
      key = /ed25519:\S+/.exec(printed)?.[0] ?? key;
    }
    expect(printed).toMatch(/mf-help@\S+ is live/);
    await expect
      .poll(async () => (await fetch(`${site.urls.site}/help`)).text(), { timeout: 10_000 })
      .toContain('Help</h1>');
    const seconds = Math.round((performance.now() - started) / 1000);
    test.info().annotations.push({ type: 'seconds to the live page', description: `${seconds}` });
    expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);

    const lockFile = readFileSync(path.join(work, 'mf-help/package-lock.json'), 'utf8');
    expect(lockFile).toContain(`"resolved": "${registry.url}/@carry/remote-kit/`);
    await terminal.type(`git init -q && git add -A && ${COMMIT}`);
    expect(await terminal.type('npx carry-remote upgrade')).toContain('Nothing to upgrade.');
    const page = await browser.newPage();
    await page.goto(`${site.urls.site}/help`);
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await page.close();
  } finally {
    for (const stop of stops) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
