import { HttpStore } from '../service/http-store';
import { newPrivateKey, readSigningKey, type SigningKey } from '../signing/keys';
import { holderOf, type Pass, parsePass } from '../signing/pass';
import type { Store } from '../stores/store';

const ASK_MS = 15_000;

/** The token that this pipeline has for a release server: given to it, or GitHub's own; null where there is none. */
export async function pipelineToken(server: string): Promise<string | null> {
  const given = process.env['CARRY_OIDC_TOKEN']?.trim();
  if (given) return given;
  const url = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const secret = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  if (!url || !secret) return null;
  const target = new URL(url);
  target.searchParams.set('audience', new URL(server).origin);
  try {
    const answer = await fetch(target, {
      headers: { authorization: `bearer ${secret}` },
      signal: AbortSignal.timeout(ASK_MS),
      redirect: 'error',
    });
    const { value } = (await answer.json()) as { value?: unknown };
    if (answer.ok && typeof value === 'string') return value;
    throw new Error(`it answers ${answer.status}`);
  } catch (cause) {
    throw new Error('this pipeline provides no OpenID Connect token', { cause });
  }
}

/** Opens a release server with a token: a key that is made for this one run signs, and never leaves it. */
export async function enter(
  server: string,
  token: string,
): Promise<{ behind: Store; key: SigningKey; pass: Pass }> {
  const made = readSigningKey(newPrivateKey());
  const given = await new HttpStore(server, made).askForPass(token);
  const pass = parsePass(given);
  const key = { ...made, holder: holderOf(pass) };
  return { behind: new HttpStore(server, key, given), key, pass };
}
