import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { type Database, type DatabaseLocation, openDatabase } from '../../core/db/open';
import { queryRows, readMigrations, readSequences, readTables } from './catalog';
import { BackupRefused, type Header, printLines, tableLine } from './format';

const BATCH = 200;
const PATIENCE_MS = 6 * 3_600_000;
export const patient = {
  connectMs: 8000,
  statementMs: PATIENCE_MS,
  lockMs: 60_000,
  answerMs: PATIENCE_MS,
};

/** Writes a consistent snapshot of the database to a new file, readable by this user only. */
export async function backup(
  location: DatabaseLocation,
  file: string,
  now = new Date(),
): Promise<{ file: string; tables: number; rows: number }> {
  if (existsSync(file)) throw new BackupRefused(`${file} already exists; choose another name`);
  const opened = await openDatabase(location, patient, { migrate: false });
  try {
    return await opened.db.transaction(
      async (tx) => {
        await tx.execute(sql`SET LOCAL TIME ZONE 'UTC'`);
        const head: Header = {
          made: now.toISOString(),
          migrations: await readMigrations(tx),
          tables: await readTables(tx),
          sequences: await readSequences(tx),
        };
        if (head.migrations.length === 0)
          throw new BackupRefused('this database has no tables; start the API on it once');
        const count = { rows: 0 };
        await writeFile(file, printLines(head, rowsOfAll(tx, head, count)));
        return { file, tables: head.tables.length, rows: count.rows };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await opened.close();
  }
}

async function* rowsOfAll(
  tx: Database,
  { tables }: Header,
  count: { rows: number },
): AsyncGenerator<string> {
  for (const { name } of tables) {
    yield tableLine(name);
    await tx.execute(
      sql.raw(
        `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${name}" t`,
      ),
    );
    for (;;) {
      const rows = await queryRows<{ row: string }>(tx, `FETCH ${BATCH} FROM backup`);
      for (const { row } of rows) yield row;
      count.rows += rows.length;
      if (rows.length < BATCH) break;
    }
    await tx.execute(sql`CLOSE backup`);
  }
}

async function writeFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  await once(output, 'open').catch(({ code }: NodeJS.ErrnoException) => {
    const why =
      code === 'EEXIST'
        ? 'is left over from an interrupted backup; remove it'
        : `cannot be written (${code})`;
    throw new BackupRefused(`${part} ${why}`);
  });
  try {
    await pipeline(Readable.from(lines), createGzip(), output);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
