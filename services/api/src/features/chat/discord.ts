import { email as emailAddress } from '@carry/contracts/api';
import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';
import { log } from '../../core/process/log';

const TIMEOUT_MS = 8000;
/** Discord's limit is 32. */
export const MAX_CHAT_NAME = 80;
const unavailable = () => new Problem(502, "Discord isn't responding. Please try again.");

const isPermanent = (status: number) => status >= 400 && status < 500 && status !== 429;

async function call(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => null,
  );
  if (response?.ok) return response;
  if (response && isPermanent(response.status))
    log.error(
      `Discord rejected ${new URL(url).pathname.replace(/\d{6,}/g, '…')} (${response.status}): check DISCORD_CLIENT_SECRET, DISCORD_BOT_TOKEN and the bot's permissions`,
    );
  throw unavailable();
}

interface AuthorizationCode {
  code: string;
  verifier: string;
  redirectUri: string;
}

export async function exchangeCode(
  { discord }: ApiConfig,
  { code, verifier, redirectUri }: AuthorizationCode,
): Promise<string> {
  const body = new URLSearchParams({
    client_id: discord.clientId,
    client_secret: discord.clientSecret,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const response = await call(`${discord.apiUrl}/oauth2/token`, { method: 'POST', body });
  const { access_token } = (await response.json().catch(() => ({}))) as { access_token?: string };
  if (!access_token) throw unavailable();
  return access_token;
}

export interface ChatUser {
  id: string;
  username: string;
  /** Lowercase; null unless the chat service has verified it, and without the scope `email`. */
  email: string | null;
}

export async function currentUser({ discord }: ApiConfig, accessToken: string): Promise<ChatUser> {
  const response = await call(`${discord.apiUrl}/users/@me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { id, username, email, verified } = (await response.json().catch(() => ({}))) as {
    id?: string;
    username?: string;
    email?: string | null;
    verified?: boolean;
  };
  if (!id || !username) throw unavailable();
  return {
    id,
    username: username.slice(0, MAX_CHAT_NAME),
    email: (verified === true && emailAddress.safeParse(email).data) || null,
  };
}

export async function joinGuild(
  { discord }: ApiConfig,
  userId: string,
  accessToken: string,
): Promise<void> {
  await call(`${discord.apiUrl}/guilds/${discord.guildId}/members/${userId}`, {
    method: 'PUT',
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ access_token: accessToken }),
  });
}
