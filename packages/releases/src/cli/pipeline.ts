import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { HttpStore } from '../service/http-store';
import { newPrivateKey, readSigningKey, type SigningKey } from '../signing/keys';
import { getHolder, type Pass, parsePass } from '../signing/pass';
import type { Store } from '../stores/store';

const TIMEOUT_MS = 15_000;

/** Returns the token of the environment: one for all commands of a job. */
const jobToken = () => process.env['CARRY_OIDC_TOKEN']?.trim();

/** Returns this pipeline's token for a release server: of the environment or from GitHub, or null. */
export async function pipelineToken(server: string): Promise<string | null> {
  const token = jobToken();
  if (token) return token;
  const url = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const secret = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  if (!url || !secret) return null;
  const target = new URL(url);
  target.searchParams.set('audience', new URL(server).origin);
  try {
    const response = await fetch(target, {
      headers: { authorization: `bearer ${secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const { value } = (await response.json()) as { value?: unknown };
    if (response.ok && typeof value === 'string') return value;
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new Error('this pipeline provides no OpenID Connect token', { cause });
  }
}

const credentials = z.object({ privateKey: z.string(), pass: z.string() });
type Credentials = z.infer<typeof credentials>;

/** Returns the file with the credentials of a token: outside of the repository, and its name needs the token. */
const credentialsFile = (server: string, token: string): string => {
  const id = createHash('sha256').update(`${server}\n${token}`).digest('hex');
  return path.join(tmpdir(), `carry-pass-${id}.json`);
};

function readCredentials(file: string): Credentials | null {
  try {
    const stored = credentials.parse(JSON.parse(readFileSync(file, 'utf8')));
    return Date.parse(parsePass(stored.pass).expires) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

async function askForCredentials(server: string, token: string): Promise<Credentials> {
  const privateKey = newPrivateKey();
  const pass = await new HttpStore(server, readSigningKey(privateKey)).askForPass(token);
  return { privateKey, pass };
}

/**
 * Returns the credentials of a job. The first command stores them in a file that only this user can read, because a token is valid
 * once: later commands of the job use them until the pass expires.
 */
async function openCredentials(server: string, token: string): Promise<Credentials> {
  const file = credentialsFile(server, token);
  const stored = readCredentials(file);
  if (stored) return stored;
  const created = await askForCredentials(server, token);
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(created), { mode: 0o600, flag: 'wx' });
  return created;
}

/** Opens a release server with a token. Signs with a temporary key, which is the same for all commands of a job with one token. */
export async function enter(
  server: string,
  token: string,
): Promise<{ behind: Store; key: SigningKey; pass: Pass }> {
  const open = token === jobToken() ? openCredentials : askForCredentials;
  const { privateKey, pass: passText } = await open(server, token);
  const pass = parsePass(passText);
  const key = { ...readSigningKey(privateKey), holder: getHolder(pass) };
  return { behind: new HttpStore(server, key, passText), key, pass };
}
