import { createHash } from 'node:crypto';
import { isHttps } from '@carry/contracts/deployment';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';
import { digest, newSecret } from '../accounts/passwords';
import { currentUser, exchangeCode } from './discord';

export const STATE_MS = 10 * 60_000;
/** Binds the OAuth state to this browser, which prevents login CSRF. */
const STATE_COOKIE = 'carry_chat_state';
const PATH = '/api/oauth/discord/';

const callbackUrl = ({ url }: ApiConfig) => `${url}${PATH}callback/`;

export interface Authorization {
  url: string;
  stateHash: string;
  verifier: string;
}

export function startAuthorization(
  config: ApiConfig,
  context: Context,
  scope: string,
): Authorization {
  const [state, verifier] = [newSecret(), newSecret()];
  setPrivateCookie(config, context, { name: STATE_COOKIE, value: digest(state), ms: STATE_MS });
  const url = new URL(config.discord.authorizeUrl);
  url.search = new URLSearchParams({
    client_id: config.discord.clientId,
    response_type: 'code',
    redirect_uri: callbackUrl(config),
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href, stateHash: digest(state), verifier };
}

/** Returns whether this browser started the state, by its hash, and forgets it if so. */
export function consumeState(context: Context, stateHash: string): boolean {
  if (getCookie(context, STATE_COOKIE) !== stateHash) return false;
  deleteCookie(context, STATE_COOKIE, { path: PATH });
  return true;
}

export async function identify(config: ApiConfig, code: string, verifier: string) {
  const redirectUri = callbackUrl(config);
  const accessToken = await exchangeCode(config, { code, verifier, redirectUri });
  return { accessToken, user: await currentUser(config, accessToken) };
}

/** Returns null for an outage of the chat service; rethrows other errors. */
export function outage(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

export interface PrivateCookie {
  name: string;
  value: string;
  ms: number;
}

/** Sets a cookie that scripts cannot read and other sites' requests do not carry. */
export const setPrivateCookie = (
  config: ApiConfig,
  context: Context,
  { name, value, ms }: PrivateCookie,
) =>
  setCookie(context, name, value, {
    path: PATH,
    maxAge: ms / 1000,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(config.url),
  });

export function takePrivateCookie(context: Context, name: string): string | undefined {
  const value = getCookie(context, name);
  deleteCookie(context, name, { path: PATH });
  return value;
}
