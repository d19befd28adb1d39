import type { ApiClient } from '@carry/remote-kit';
import {
  codeRequest,
  type DiscordSession,
  discordSession,
  discordStart,
  read,
  tokens,
} from '@carry/remote-kit/answers';

export const requestCode = (api: ApiClient, email: string) =>
  read(codeRequest, api.post('/api/auth/code/', { email }));

export const confirmCode = (api: ApiClient, request: string, code: string) =>
  read(tokens, api.post('/api/auth/code/confirm/', { request, code }));

/** Returns the page of Discord where the visitor signs in. Cookies bind it to this browser. */
export const startDiscordSignIn = (api: ApiClient, coach: string) =>
  read(discordStart, api.post('/api/oauth/discord/sign-in/', { coach }, { credentials: true }));

export const openDiscordSession = (api: ApiClient): Promise<DiscordSession> =>
  read(discordSession, api.post('/api/oauth/discord/session/', {}, { credentials: true }));
