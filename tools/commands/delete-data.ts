import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from 'api/lock';
import { requireFreePorts, type StackOptions } from 'workspace/stack';
import { HOLDERS } from './hold-data';

const BROWSER_TESTS = 'e2e';
const DATABASE = 'database';

/** Deletes the data of a stack, and keeps that of browser tests. Throws while a stack uses it or if its rows are elsewhere. */
export async function deleteData(folder: string, ports: StackOptions['ports']): Promise<void> {
  if (process.env['DATABASE_URL'])
    throw new Error(
      '--fresh deletes only local data, not the database of DATABASE_URL; empty that database yourself or unset DATABASE_URL',
    );
  await requireFreePorts(ports);
  const database = path.join(folder, DATABASE);
  mkdirSync(database, { recursive: true });
  const holders = path.join(folder, HOLDERS);
  const places = existsSync(holders)
    ? readdirSync(holders).map((name) => path.join(holders, name))
    : [];
  const unlocks: (() => void)[] = [];
  try {
    for (const place of [database, ...places]) unlocks.push(await lock(place, folder));
    const names = readdirSync(folder).filter((name) => ![BROWSER_TESTS, DATABASE].includes(name));
    for (const name of [...names, DATABASE])
      rmSync(path.join(folder, name), { recursive: true, force: true });
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

/** Locks a part of the data. Throws while its user runs, which may be a stack on other ports or a site alone. */
async function lock(place: string, folder: string): Promise<() => void> {
  try {
    return await lockFolder(place);
  } catch (error) {
    const owner = / is in use by (process \d+)/.exec((error as Error).message)?.[1];
    if (!owner) throw error;
    throw new Error(
      `a stack uses ${folder}; stop it. If ${owner} is another program, delete ${path.join(place, 'lock')}`,
    );
  }
}
