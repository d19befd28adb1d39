import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getLockFile, withFolderLock } from './folder-lock';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return { ...fs, linkSync: vi.fn(fs.linkSync) };
});

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-folder-'));
  lock = getLockFile(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const build = (run: () => Promise<string>) => withFolderLock({ folder, name: 'mf-help' }, run);

describe('the lock of a folder', () => {
  it('refuses a second build until the first has ended', async () => {
    let finish = (_: string) => {};
    const first = build(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await expect(build(async () => 'second')).rejects.toThrow(
      `mf-help is being built in this folder by process ${process.pid}; run the command again`,
    );
    finish('first');
    expect(await first).toBe('first');
    expect(await build(async () => 'third')).toBe('third');
  });

  it('works in a file system without hard links', async () => {
    vi.mocked(linkSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    expect(await build(async () => 'built')).toBe('built');
    expect(existsSync(lock)).toBe(false);
  });

  it('ends with a failed build', async () => {
    await expect(build(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    expect(existsSync(lock)).toBe(false);
  });

  it('ignores a file of an earlier process with the same id', async () => {
    writeFileSync(lock, String(process.pid));
    expect(await build(async () => 'built')).toBe('built');
  });

  it('keeps the file of another process', async () => {
    await build(async () => {
      writeFileSync(lock, '1 other');
      return 'built';
    });
    expect(readFileSync(lock, 'utf8')).toBe('1 other');
    rmSync(lock);
  });

  it('writes the file at once', async () => {
    await build(async () => {
      expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} [a-f0-9-]{36}$`));
      expect(statSync(lock).nlink).toBe(1);
      return 'built';
    });
  });

  it.each(['999999999', ''])('ignores a stale file with %j', async (pid) => {
    mkdirSync(path.dirname(lock), { recursive: true });
    writeFileSync(lock, pid);
    expect(await build(async () => 'built')).toBe('built');
  });
});
