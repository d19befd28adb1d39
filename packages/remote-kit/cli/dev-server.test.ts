import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, startDevServer } from './dev-server';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-dev-server-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = async () => startDevServer({ folder, name: 'mf-help' }, await freePort());

describe('a development server', () => {
  it('rejects if its process cannot be started', async () => {
    rmSync(folder, { recursive: true });
    await expect(start()).rejects.toThrow(
      `the development server of mf-help cannot be started in ${folder}: spawn`,
    );
  });

  it('rejects if its process ends before the first build', async () => {
    await expect(start()).rejects.toThrow(
      'the development server of mf-help ended (exit code 1); the reason is above',
    );
  });

  it("builds with the team's configuration and environment", { timeout: 60_000 }, async () => {
    const kit = path.join(import.meta.dirname, '..');
    symlinkSync(path.join(kit, 'node_modules'), path.join(folder, 'node_modules'));
    mkdirSync(path.join(folder, 'src'));
    const files = {
      'package.json': '{ "name": "mf-help" }',
      '.env': 'PUBLIC_TOPIC=/from-the-environment',
      'rsbuild.config.ts': `import { mergeRsbuildConfig } from '@rsbuild/core';
        import { remoteConfig } from '${kit}/bundler/federation';
        export default mergeRsbuildConfig(remoteConfig('mf-help'), {
          source: { define: { TEAM: JSON.stringify('/from-the-configuration') } },
          server: { port: 1 },
          environments: { standalone: { html: { title: 'Help' } } },
        });`,
      'src/remote.ts': `export default { contractVersion: 2, createRoutes: () => [TEAM, import.meta.${'env'}.PUBLIC_TOPIC] };`,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    const port = await freePort();
    const server = await startDevServer({ folder, name: 'mf-help' }, port);
    try {
      const response = await fetch(`http://localhost:${port}/carry-build.json`);
      const { code } = (await response.json()) as { code: string };
      expect(code).toMatch(/from-the-configuration/);
      expect(code).toMatch(/from-the-environment/);
    } finally {
      await server.stop();
    }
  });
});
