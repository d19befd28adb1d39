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
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'PREVIEW_SECRET',
  'DISCORD_INTERACTION_SEED',
  'OPERATOR_TOKEN',
] as const;
type Secrets = Record<(typeof names)[number], string>;

/** Returns the secrets of the local services, created once in the data folder. Throws if the file is damaged: new secrets would end every session. */
export function localSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  const stored = readSecrets(file);
  const missing = names.filter((name) => stored?.[name] === undefined);
  if (stored && missing.length === 0) return stored as Secrets;
  const secrets = Object.fromEntries(
    names.map((name) => [name, stored?.[name] ?? randomBytes(32).toString('hex')]),
  ) as Secrets;
  mkdirSync(dataFolder, { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeThrough(draft, `${JSON.stringify(secrets, null, 2)}\n`);
  if (stored) {
    renameSync(draft, file);
    return secrets;
  }
  try {
    linkSync(draft, file); // fails if the file exists, unlike rename
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
    const content: unknown = JSON.parse(text);
    const isRecord = typeof content === 'object' && content !== null && !Array.isArray(content);
    if (isRecord && Object.values(content).every((value) => typeof value === 'string'))
      return content;
  } catch {
    // throws below
  }
  throw new Error(
    `cannot read ${file}: repair it, or delete it to end all sessions and invalidate all links`,
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
