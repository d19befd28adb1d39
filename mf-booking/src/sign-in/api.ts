import type { ApiClient } from '@carry/remote-kit';
import { type DiscordSession, discordSession, discordStart, read } from '@carry/remote-kit/answers';

/** Returns the page of Discord where the visitor signs in. Cookies bind it to this browser. */
export const startDiscordSignIn = (api: ApiClient, coach: string) =>
  read(discordStart, api.post('/api/oauth/discord/sign-in/', { coach }, { credentials: true }));

export const openDiscordSession = (api: ApiClient): Promise<DiscordSession> =>
  read(discordSession, api.post('/api/oauth/discord/session/', {}, { credentials: true }));
