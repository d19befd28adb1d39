import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DirectoryStore } from '../src/index';

const CONTENT = Buffer.from('x');
let folder: string;
let lock: string;
let store: DirectoryStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-locks-'));
  lock = path.join(folder, 'x.json.lock');
  store = new DirectoryStore(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('the lock of a directory store', () => {
  test('is respected despite the clock of a file server', async () => {
    writeFileSync(lock, 'another writer');
    utimesSync(lock, 0, 0);
    const swapped = store.compareAndSwap('x.json', null, CONTENT);
    await sleep(200);
    expect(await store.read('x.json')).toBeNull();
    rmSync(lock);
    expect(await swapped).toBe(true);
  });

  test('is taken once it stands still for ten seconds', async () => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() * 50);
    writeFileSync(lock, 'a crashed writer');
    expect(await store.compareAndSwap('x.json', null, CONTENT)).toBe(true);
    expect(await store.listLitter()).toEqual([]);
  });

  test('is left to the writer that has taken it', async () => {
    const write = store.write.bind(store);
    vi.spyOn(store, 'write').mockImplementation(async (file, content) => {
      writeFileSync(lock, 'another writer');
      await write(file, content);
    });
    await store.compareAndSwap('x.json', null, CONTENT);
    expect(readFileSync(lock, 'utf8')).toBe('another writer');
  });
});
