import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Member } from './member';

const DEBIAN = '/usr/lib/postgresql';
const NOBODY = 65_534;
const START_BUDGET_MS = 20_000;

/** Returns the folder of the PostgreSQL binaries, or null. */
export function postgresFolder(): string | null {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin'))
    : [];
  const folders = [...debian, ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const has = (folder: string) =>
    ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program)));
  return folders.find(has) ?? null;
}

export interface Database extends Member {
  url: string;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a PostgreSQL server with an empty database. It recovers from its log after a kill. */
export async function postgresAt(port: number): Promise<Database> {
  const programs = postgresFolder() ?? '';
  const data = mkdtempSync(path.join(tmpdir(), 'carry-postgres-'));
  const uid = process.getuid?.() === 0 ? NOBODY : undefined; // PostgreSQL refuses root
  if (uid) chownSync(data, uid, uid);
  const who = { cwd: data, uid, gid: uid };
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...who, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const answers = async () => {
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  const start = async () => {
    for (const end = Date.now() + START_BUDGET_MS; Date.now() < end; await sleep(100)) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null)
        server = spawn(
          path.join(programs, 'postgres'),
          ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
          { ...who, stdio: 'ignore' },
        ); // retries while a killed server still holds shared memory
      if (await answers()) return;
    }
    throw new Error('PostgreSQL did not start');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  await start();
  return {
    name: 'PostgreSQL',
    url,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGINT');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
