import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseRefused } from '../errors/errors';
import { HttpStoreClient } from '../service/http-store-client';
import { newPrivateKey, readSigningKey, type SigningKey } from '../signing/keys';
import { getHolder, PASS_MINUTES, type Pass, parsePass } from '../signing/pass';
import type { Store } from '../stores/store';
import { type Credentials, CredentialsFile, getExpiry, isUsable } from './job-credentials';

const TIMEOUT_MS = 15_000;
/** Time in which a parallel command of the job stores the pass that it got, ms. */
const PARALLEL_MS = 2000;
const POLL_MS = 100;

const jobToken = () => process.env['CARRY_OIDC_TOKEN']?.trim();

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

async function askForCredentials(server: string, token: string): Promise<Credentials> {
  const privateKey = newPrivateKey();
  const pass = await new HttpStoreClient(server, readSigningKey(privateKey)).askForPass(token);
  return { privateKey, pass };
}

/** Returns the credentials of a job. Its first command stores them until the pass expires, because a token is valid once. */
async function openCredentials(
  server: string,
  token: string,
  log: (line: string) => void,
): Promise<Credentials> {
  const file = new CredentialsFile(server, token);
  const stored = file.read();
  if (stored && isUsable(stored)) return stored;
  let created: Credentials;
  try {
    created = await askForCredentials(server, token);
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    if (stored) throw new ReleaseRefused(`${describeExpiry(stored)} (${error.message})`);
    const parallel = await waitForCredentials(file);
    if (!parallel) throw error;
    return parallel;
  }
  try {
    file.write(created);
  } catch (error) {
    log(
      `the pass of this job cannot be stored (${(error as Error).message}); the next command needs a new token`,
    );
  }
  return created;
}

const describeExpiry = (stored: Credentials): string =>
  `the pass of this job is valid until ${getExpiry(stored)}, and a command needs a minute of it; a token opens a release server for ${PASS_MINUTES} minutes: start the job again`;

async function waitForCredentials(file: CredentialsFile): Promise<Credentials | null> {
  for (let waited = 0; waited < PARALLEL_MS; waited += POLL_MS) {
    const stored = file.read();
    if (stored) return stored;
    await sleep(POLL_MS);
  }
  return null;
}

/** Opens a release server with a token. Signs with a temporary key, which is the same for all commands of a job with one token. */
export async function enter(
  server: string,
  token: string,
  log: (line: string) => void,
): Promise<{ behind: Store; key: SigningKey; pass: Pass }> {
  const { privateKey, pass: passText } =
    token === jobToken()
      ? await openCredentials(server, token, log)
      : await askForCredentials(server, token);
  const pass = parsePass(passText);
  const key = { ...readSigningKey(privateKey), holder: getHolder(pass) };
  return { behind: new HttpStoreClient(server, key, passText), key, pass };
}
