import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DirectoryStore } from '../src/index';

vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());

const disk = vi.hoisted(() => ({ isFull: false }));

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
  return { ...fs, open, writeFile };
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
