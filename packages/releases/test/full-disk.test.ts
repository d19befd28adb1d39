import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DirectoryStore } from '../src/index';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());

const disk = vi.hoisted(() => ({ isFull: false, isTidied: false }));

/** A full disk creates files and writes nothing into them. */
vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof import('node:fs/promises')>();
  const assertRoom = () => {
    if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  const open: typeof fs.open = async (...args) => {
    const handle = await fs.open(...args);
    const write = handle.writeFile.bind(handle);
    handle.writeFile = async (...content) => {
      assertRoom();
      return write(...content);
    };
    return handle;
  };
  const writeFile: typeof fs.writeFile = async (file, content, options) => {
    await fs.writeFile(file, disk.isFull ? '' : content, options);
    assertRoom();
  };
  /** `gc` may remove an empty folder as soon as it is created. */
  const mkdir = async (folder: string) => {
    await fs.mkdir(folder, { recursive: true });
    if (disk.isTidied) await fs.rmdir(folder);
    disk.isTidied = false;
  };
  return { ...fs, mkdir, open, writeFile };
});

test('leaves no lock and no partial file on a full disk', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-full-'));
  const store = new DirectoryStore(folder);
  disk.isFull = true;
  const content = Buffer.from('x');
  await expect(store.compareAndSwap('x.json', null, content)).rejects.toThrow(/no space left/);
  await expect(store.write('y.json', content)).rejects.toThrow(/no space left/);
  expect(await store.listLitter()).toEqual([]);
  disk.isFull = false;
  expect(await store.compareAndSwap('x.json', null, content)).toBe(true);
  rmSync(folder, { recursive: true });
});

test('creates a folder again that gc removes meanwhile', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-tidied-'));
  const store = new DirectoryStore(folder);
  const content = Buffer.from('x');
  disk.isTidied = true;
  await store.write('a/x.json', content);
  disk.isTidied = true;
  expect(await store.compareAndSwap('b/y.json', null, content)).toBe(true);
  expect(await store.list('')).toEqual(['a/x.json', 'b/y.json']);
  rmSync(folder, { recursive: true });
});
