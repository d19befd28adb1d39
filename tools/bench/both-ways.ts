import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from 'workspace';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { serveSpa } from './spa-server';

export type Origins = Record<'composed' | 'spa', string>;

export async function withStore<T>(
  releases: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-bench-'));
  try {
    cpSync(releases, path.join(folder, 'releases'), { recursive: true });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const withBothWays = <T>(
  releases: string,
  use: (origins: Origins) => Promise<T>,
): Promise<T> =>
  withStore(releases, async (data) => {
    execFileSync(
      process.execPath,
      [
        path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'),
        'build',
        '--log-level',
        'error',
      ],
      {
        cwd: path.join(root, 'tools/bench'),
        env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
        stdio: 'inherit',
      },
    );
    const [site = 0, api = 0, sandbox = 0] = await freePorts();
    const [spaPort = 0] = await freePorts();
    const ports = { site, api, sandbox };
    const stack = await startStack({ ports, dataFolder: data, log: () => {} });
    const spa = await serveSpa(path.join(root, 'tools/bench/dist'), stack.urls.api, spaPort);
    try {
      return await use({ composed: stack.urls.site, spa: `http://localhost:${spaPort}` });
    } finally {
      spa.close();
      await stack.stop();
    }
  });
