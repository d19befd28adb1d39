import { sql } from 'drizzle-orm';
import { type Database, type DatabaseLocation, openDatabase } from '../../core/db/open';
import { queryRows, readMigrations, readTables } from './catalog';
import { patient } from './dump';
import { BackupRefused, type Header, readBackup, readBatches } from './format';

const BATCH = 200;
/** Numbers skipped by a restore, plus one for each second since the backup, so that a second restore skips those of the first. */
const GAP = 10_000;

interface Restored {
  made: string;
  rows: number;
}

export async function restore(
  location: DatabaseLocation,
  file: string,
  { replace = false, now = new Date() } = {},
): Promise<Restored> {
  const { head, rows } = await readBackup(file);
  const opened = await openDatabase(location, patient);
  try {
    await opened.db.transaction(async (tx) => {
      requireSameTables(head, await readMigrations(tx), await readTables(tx));
      await tx.execute(sql`SET LOCAL TIME ZONE 'UTC'`);
      await empty(tx, head, replace);
      const written = await fill(tx, file, head);
      await skipNumbers(tx, head, now);
      if (written !== rows)
        throw new BackupRefused(`${file} changed while it was being read; nothing was restored`);
    });
    return { made: head.made, rows };
  } finally {
    await opened.close();
  }
}

function requireSameTables(head: Header, migrations: string[], tables: Header['tables']): void {
  const same = head.migrations.every((hash, at) => migrations[at] === hash);
  if (same && head.migrations.length < migrations.length)
    throw new BackupRefused(
      'the backup was made by an older release: restore it with that release, then start this one, which migrates it',
    );
  if (!same || JSON.stringify(head.tables) !== JSON.stringify(tables))
    throw new BackupRefused(
      'the backup was made by another release, perhaps a newer one; restore it with that release',
    );
}

async function empty(tx: Database, { tables }: Header, replace: boolean): Promise<void> {
  const all = tables.map(({ name }) => `"${name}"`).join(', ');
  await tx.execute(sql.raw(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`));
  for (const { name } of tables) {
    const [row] = await queryRows(tx, `SELECT 1 FROM "${name}" LIMIT 1`);
    if (row && !replace)
      throw new BackupRefused(`the database is not empty (${name}); --yes replaces all its data`);
  }
  await tx.execute(sql.raw(`TRUNCATE ${all}`));
}

async function fill(tx: Database, file: string, { tables }: Header): Promise<number> {
  const columns = new Map(
    tables.map((table) => [table.name, table.columns.map((name) => `"${name}"`).join(', ')]),
  );
  const triggers = async (state: 'DISABLE' | 'ENABLE') => {
    for (const { name } of tables)
      await tx.execute(sql.raw(`ALTER TABLE "${name}" ${state} TRIGGER USER`));
  };
  await triggers('DISABLE');
  let written = 0;
  for await (const { table, rows } of readBatches(file, BATCH)) {
    const columnList = columns.get(table);
    if (columnList === undefined) throw new BackupRefused(`${file} has rows of an unknown table`);
    const into = sql.raw(`INSERT INTO "${table}" (${columnList}) SELECT ${columnList}`);
    await tx.execute(
      sql`${into} FROM json_populate_recordset(NULL::${sql.raw(`"${table}"`)}, ${`[${rows.join(',')}]`}::json)`,
    );
    written += rows.length;
  }
  await triggers('ENABLE');
  return written;
}

/** Skips numbers that may have left the system since the backup, in links, invoices and the provider's records. */
async function skipNumbers(tx: Database, { sequences, made }: Header, now: Date): Promise<void> {
  const seconds = Math.round((now.getTime() - Date.parse(made)) / 1000);
  const gap = GAP + Math.max(0, seconds);
  for (const { name, last } of sequences)
    await tx.execute(sql`SELECT setval(${`"${name}"`}::regclass, ${last}::bigint + ${gap})`);
}
