import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DirectoryStore } from '../src/index';
import { numbered, release } from './build';

test('releases console --json prints one document', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-cli-console-'));
  await release(new DirectoryStore(folder), numbered(1));
  const bin = fileURLToPath(new URL('../src/cli/bin.ts', import.meta.url));
  const args = ['console', '--json', '--port', '0', '--store', folder];
  const child = spawn(process.execPath, ['--import', 'tsx', bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  try {
    await expect.poll(() => out, { timeout: 30_000 }).toContain('}');
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
  const { link, port } = JSON.parse(out) as { link: string; port: number };
  expect(new URL(link).port).toBe(String(port));
});
