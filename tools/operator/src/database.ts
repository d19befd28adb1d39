import type { Answer } from '@carry/releases/cli';
import { Conflict, Refused } from './api-client';
import type { Command, Commands, Context } from './command';

/** Loads the database driver on demand: only backup and restore need it. */
async function withBackup(
  { database }: Context,
  work: (tools: typeof import('api/backup'), location: Context['database']) => Promise<Answer>,
): Promise<Answer> {
  const tools = await import('api/backup');
  try {
    return await work(tools, database);
  } catch (error) {
    if (error instanceof tools.BackupRefused) throw new Refused(error.message, { cause: error });
    if (error instanceof Error && / is in use by process /.test(error.message))
      throw new Conflict(error.message);
    throw error;
  }
}

const backup: Command = {
  args: '<file>',
  does: 'Writes a consistent snapshot of the database at DATABASE_URL or DATA_FOLDER to a file that only you can read. Stop the API first if it runs on PGlite; PostgreSQL stays online.',
  run: (context, [file = '']) =>
    withBackup(context, async (tools, location) => {
      const snapshot = await tools.backup(location, file);
      const { tables, rows } = await tools.readBackup(file).then(({ head, rows }) => ({
        tables: head.tables.length,
        rows,
      }));
      return { data: snapshot, text: `wrote ${rows} rows of ${tables} tables to ${file}` };
    }),
};

const restore: Command = {
  args: '<file>',
  does: 'Restores a backup into an empty database of the same release, in one transaction. With --yes, replaces the content of any database. Stop the API first. Emails that were queued then are sent.',
  run: (context, [file = '']) =>
    withBackup(context, async (tools, location) => {
      const replace = context.flags.yes ?? false;
      const restored = await tools.restore(location, file, { replace });
      return {
        data: restored,
        text: `restored ${restored.rows} rows from the backup of ${restored.made}`,
      };
    }),
};

export const databaseCommands: Commands = { backup, restore };
