import { HttpStore } from '../service/http-store';
import { newPrivateKey, readSigningKey, type SigningKey } from '../signing/keys';
import { getHolder, type Pass, parsePass } from '../signing/pass';
import type { Store } from '../stores/store';

const TIMEOUT_MS = 15_000;

/** Returns this pipeline's token for a release server: of the environment or from GitHub, or null. */
export async function pipelineToken(server: string): Promise<string | null> {
  const token = process.env['CARRY_OIDC_TOKEN']?.trim();
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

/** Opens a release server with a token. Signs with a temporary key that never leaves this process. */
export async function enter(
  server: string,
  token: string,
): Promise<{ behind: Store; key: SigningKey; pass: Pass }> {
  const temporaryKey = readSigningKey(newPrivateKey());
  const passText = await new HttpStore(server, temporaryKey).askForPass(token);
  const pass = parsePass(passText);
  const key = { ...temporaryKey, holder: getHolder(pass) };
  return { behind: new HttpStore(server, key, passText), key, pass };
}
