import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
    writeFileSync(path.join(folder, 'package.json'), '{ "name": ');
    await expect(start()).rejects.toThrow(
      'the development server of mf-help ended (exit code 1); the reason is above',
    );
  });
});
