import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from './lock';

const times = { beatMs: 20, staleMs: 200 };

function createFolder(owner?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'lock');
  if (owner) writeFileSync(file, owner);
  return { folder, file };
}

describe('lockFolder', () => {
  test('rejects a second holder with the same process id', async () => {
    const { folder } = createFolder();
    const unlock = await lockFolder(folder, times);
    await expect(lockFolder(folder, times)).rejects.toThrow('is in use by process');
    unlock();
    (await lockFolder(folder, times))();
  });

  test('takes over from a crashed container', async () => {
    for (const owner of [`${process.pid} ${hostname()} a`, '1 other-container b']) {
      const { folder } = createFolder(owner);
      (await lockFolder(folder, times))();
    }
  });

  test('takes over from an ended process at once', async () => {
    const { folder } = createFolder(`999999999 ${hostname()} a`);
    (await lockFolder(folder, { ...times, staleMs: 60_000 }))();
  });

  test('rejects while a process of another user holds the lock', async () => {
    const { folder, file } = createFolder(`1 ${hostname()} a`);
    const denied = Object.assign(new Error('denied'), { code: 'EPERM' });
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw denied;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(lockFolder(folder, times)).rejects.toThrow(
      `is in use by process 1 on ${hostname()}; stop it or set DATABASE_URL. If it is another program, delete ${file}`,
    );
  });

  test('leaves the lock file of another holder', async () => {
    const { folder, file } = createFolder();
    const unlock = await lockFolder(folder, times);
    writeFileSync(file, '1 other-container b');
    unlock();
    expect(existsSync(file)).toBe(true);
  });
});
