// The guide for an existing remote: a Vite build in a repository of its own, which installs our packages from npm tarballs.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCommands } from './support/pages/documents';
import { packedCommands, shellIn } from './support/releases/own-repository';
import { openReleases, readKey } from './support/releases/release-server';
import { expect, startSite, test } from './support/site/fixtures';

const fixture = path.join(import.meta.dirname, 'fixtures/stock-remotes/vite');
const DEPENDENCIES = ['react', 'react-dom', 'vite', '@module-federation/vite'];

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
    carry: object;
  };
const getVersion = (name: string) =>
  readManifest(path.join(import.meta.dirname, 'node_modules', name)).version;

/** Copies the stock remote and names its dependencies, site and release server. */
function writeRepository(home: string, addresses: { site: string; releases: string }): void {
  cpSync(fixture, home, { recursive: true });
  const manifest = readManifest(home);
  const written = {
    ...manifest,
    // the plugin builds nothing in tests
    scripts: { build: 'NODE_ENV=production vite build --logLevel error' },
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, getVersion(name)])),
    carry: { ...manifest.carry, ...addresses },
  };
  writeFileSync(path.join(home, 'package.json'), JSON.stringify(written));
}

test('publishes a Vite build from its own repository', {
  tag: ['@full', '@fault-own-repository'],
}, async ({ browser }) => {
  test.setTimeout(420_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-existing-'));
  const home = path.join(folder, 'mf-clips');
  const [packed, site] = await Promise.all([packedCommands(), startSite()]);
  const stops = [site.stop];
  try {
    const { url, server, operator } = await openReleases(site, folder);
    stops.unshift(() => server.stop());
    writeRepository(home, { site: site.urls.site, releases: url });
    const sh = shellIn(home);
    const documented = new Set(getCommands('docs/guides/existing-remote.md'));
    const follow = (line: string, real = line) => {
      expect(documented.delete(line), line).toBe(true);
      return sh(real);
    };

    await follow(
      'npm config set --location project @carry:registry https://registry.example',
      'true',
    );
    await follow('npm install --save-dev @carry/remote-kit', packed.install);
    await sh('npx carry-remote releases key new --out team.pem');
    await follow("echo '*.pem' >> .gitignore");
    const { publicKey } = readKey(path.join(home, 'team.pem'));
    await operator('owner', 'add', 'mf-clips', '--path', '/clips', '--key', publicKey);
    await expect
      .poll(async () => (await fetch(`${site.urls.site}/_shell/site.json`)).text())
      .toContain('/clips');
    await follow('npm run build');
    expect(await follow('npx carry-remote check')).toContain('mf-clips is compatible with');
    expect(await follow('RELEASES_KEY=team.pem npx carry-remote publish')).toMatch(
      /mf-clips@\S+ is live/,
    );
    expect([...documented]).toEqual([]);

    await expect
      .poll(async () => (await fetch(`${site.urls.site}/clips`)).status, { timeout: 10_000 })
      .toBe(200);
    const page = await browser.newPage();
    await page.goto(`${site.urls.site}/clips`);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByText('An ace on Mirage')).toBeVisible();
    await page.close();
  } finally {
    for (const stop of stops) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
