import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const FORMAT = 'carry backup 1';
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

const header = z.object({
  format: z.literal(FORMAT),
  made: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  sequences: z.array(z.object({ name, last: z.string().regex(/^\d+$/), called: z.boolean() })),
});
export type Header = Omit<z.infer<typeof header>, 'format'>;

const footer = z.tuple([z.number(), z.string()]);

/** Backup lines: header, then per table its name and rows, then row count and hash. */
export async function* printLines(
  head: Header,
  rows: AsyncIterable<string>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let count = 0;
  const counted = (line: string) => {
    hash.update(`${line}\n`);
    return `${line}\n`;
  };
  yield counted(JSON.stringify({ format: FORMAT, ...head }));
  for await (const row of rows) {
    if (row.startsWith('{')) count++;
    yield counted(row);
  }
  yield `${JSON.stringify([count, hash.digest('hex')])}\n`;
}

export const tableLine = (table: string) => JSON.stringify([table]);

const damaged = (file: string, why: string) =>
  new BackupRefused(`${file} is not a whole backup: ${why}`);

async function* readLines(file: string): AsyncGenerator<string> {
  const input = pipeline(createReadStream(file), createGunzip(), () => {});
  input.setEncoding('utf8');
  let unfinished = '';
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const lines = (unfinished + chunk).split('\n');
      unfinished = lines.pop() ?? '';
      yield* lines;
    }
    if (unfinished !== '') yield unfinished;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new BackupRefused(`there is no ${file}`) : damaged(file, message);
  } finally {
    input.destroy();
  }
}

function parseHeader(file: string, line: string): Header {
  try {
    return header.parse(JSON.parse(line));
  } catch {
    throw damaged(file, 'its first line is not one of ours');
  }
}

/** Validates a whole backup and returns its header. Throws a {@link BackupRefused} if any byte is missing or changed. */
export async function readBackup(file: string): Promise<{ head: Header; rows: number }> {
  const hash: Hash = createHash('sha256');
  let first: string | undefined;
  let last: string | undefined;
  for await (const line of readLines(file)) {
    if (last !== undefined) hash.update(`${last}\n`);
    first ??= line;
    last = line;
  }
  let end: z.infer<typeof footer>;
  try {
    end = footer.parse(JSON.parse(last ?? ''));
  } catch {
    throw damaged(file, 'its end is missing');
  }
  const [rows, sha256] = end;
  if (sha256 !== hash.digest('hex')) throw damaged(file, 'it is not what was written');
  return { head: parseHeader(file, first ?? ''), rows };
}

export async function* readBatches(
  file: string,
  max: number,
): AsyncGenerator<{ table: string; rows: string[] }> {
  let table = '';
  let rows: string[] = [];
  let isFirst = true;
  for await (const line of readLines(file)) {
    const isRow = line.startsWith('{') && !isFirst;
    if (isRow) rows.push(line);
    if (rows.length > 0 && (!isRow || rows.length === max)) {
      yield { table, rows };
      rows = [];
    }
    if (line.startsWith('[')) table = String((JSON.parse(line) as unknown[])[0]);
    isFirst = false;
  }
}
