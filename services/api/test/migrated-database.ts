// Set-up of a test run: a migrated PostgreSQL database that tests clone, because migrating takes four times as long.
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/core/db/open';
import { adminUrl, createPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    migratedDatabase?: string;
  }
}

export async function setup(project: TestProject) {
  const admin = await adminUrl();
  if (!admin) return;
  const name = `carry_test_${process.pid}_${Date.now()}`;
  const { url, drop } = await createPostgres(admin, name);
  const { close } = await openDatabase({ url });
  await close(); // a database in use cannot be cloned
  project.provide('migratedDatabase', name);
  return drop;
}
