import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from 'api/lock';
import { requireFreePorts, type StackOptions } from 'workspace/stack';

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
  const unlock = await lockFolder(database); // another stack may run on other ports
  const names = readdirSync(folder).filter((name) => ![BROWSER_TESTS, DATABASE].includes(name));
  for (const name of [...names, DATABASE])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  unlock();
}
