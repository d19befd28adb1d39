import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
] as const;
type Secrets = Record<(typeof names)[number], string>;

/** The secrets of the embedded services: made once, kept in the data folder. */
export function localSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  let known: Partial<Secrets> = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    // the first start
  }
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString('hex')])) as Secrets;
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
