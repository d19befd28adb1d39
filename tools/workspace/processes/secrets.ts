import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const names = [
  'JWT_SECRET',
  'CAPTCHA_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'PREVIEW_SECRET',
  'DISCORD_INTERACTION_SEED',
  'OPERATOR_TOKEN',
] as const;
type Secrets = Record<(typeof names)[number], string>;

/** The secrets of the embedded services: made once, kept in the data folder. Throws when there are some that cannot be read. */
export function localSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  const known = readSecrets(file);
  const missing = names.filter((name) => known?.[name] === undefined);
  if (known && missing.length === 0) return known as Secrets;
  const secrets = Object.fromEntries(
    names.map((name) => [name, known?.[name] ?? randomBytes(32).toString('hex')]),
  ) as Secrets;
  mkdirSync(dataFolder, { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeThrough(draft, `${JSON.stringify(secrets, null, 2)}\n`);
  if (known) {
    renameSync(draft, file);
    return secrets;
  }
  try {
    linkSync(draft, file); // unlike a rename, it replaces nothing
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return localSecrets(dataFolder); // another process was first
  } finally {
    rmSync(draft, { force: true });
  }
}

function readSecrets(file: string): Partial<Secrets> | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null; // the first start
    throw error;
  }
  try {
    const known: unknown = JSON.parse(text);
    const isRecord = typeof known === 'object' && known !== null && !Array.isArray(known);
    if (isRecord && Object.values(known).every((value) => typeof value === 'string')) return known;
  } catch {
    // checked below
  }
  throw new Error(
    `${file} cannot be read: repair it, or delete it, which ends all sessions and links`,
  );
}

function writeThrough(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
