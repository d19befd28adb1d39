import type { Answer } from '@carry/releases/command-line';
import type { Command, Commands, Context } from './command';
import { Conflict, Refused } from './errors';

/** The database and what it needs are loaded by these two commands alone. */
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
  usage: 'backup <new file>',
  does: 'writes all that the database holds at one moment into a file for your eyes only; PostgreSQL goes on meanwhile, the API on PGlite has to be stopped; DATABASE_URL or DATA_FOLDER name it, so this runs where it can be reached',
  words: [1, 1],
  run: (context, [file = '']) =>
    withBackup(context, async (tools, location) => {
      const made = await tools.backup(location, file);
      const { tables, rows } = await tools.readBackup(file).then(({ head, rows }) => ({
        tables: head.tables.length,
        rows,
      }));
      return { data: made, text: `${file} holds ${rows} rows of ${tables} tables` };
    }),
};

const restore: Command = {
  usage: 'restore <file> [--yes]',
  does: 'puts a backup into an empty database of the same release, all or nothing; with --yes into any, whose content is lost; stop the API before; mails that waited when it was made are sent',
  words: [1, 1],
  run: (context, [file = '']) =>
    withBackup(context, async (tools, location) => {
      const replace = context.flags.yes ?? false;
      const restored = await tools.restore(location, file, { replace });
      return {
        data: restored,
        text: `${restored.rows} rows of ${restored.made} are restored`,
      };
    }),
};

export const databaseCommands: Commands = { backup, restore };
