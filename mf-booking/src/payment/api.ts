import type { ApiClient } from '@carry/remote-kit';
import { discordClaim, discordStart, read, successInfo } from '@carry/remote-kit/answers';
import { successReceipt } from '@carry/remote-kit/own-answers/receipt';

export const getSuccessInfo = (api: ApiClient, sessionId: string) =>
  read(
    (value) => ({ ...successInfo(value), ...successReceipt(value) }),
    api.get(`/api/stripe/success-info/?session_id=${encodeURIComponent(sessionId)}`, {
      bearer: true,
    }),
  );

export const startDiscord = (api: ApiClient, bookingId: number | string) =>
  read(
    discordStart,
    api.get(`/api/oauth/discord/start/?booking=${encodeURIComponent(bookingId)}`, {
      bearer: true,
      credentials: true,
    }),
  );

export const confirmClaim = (api: ApiClient, token: string) =>
  read(discordClaim, api.post('/api/discord/claim/', { token }, { bearer: true }));
