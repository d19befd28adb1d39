import { type ApiClient, isApiError, readBodyText } from '@carry/remote-kit';
import { discordClaim, discordStart, read, successInfo } from '@carry/remote-kit/answers';
import { successReceipt } from '@carry/remote-kit/own-answers';

const paymentInfo = (value: unknown) => ({ ...successInfo(value), ...successReceipt(value) });

/** Resolves also for a booking that is cancelled or refunded if the server sends its purchase. */
export const getSuccessInfo = (api: ApiClient, sessionId: string) =>
  read(
    paymentInfo,
    api
      .get(`/api/stripe/success-info/?session_id=${encodeURIComponent(sessionId)}`, {
        bearer: true,
      })
      .catch((failure: unknown) => {
        const body = isApiError(failure) && failure.status === 410 && parsePurchase(failure.body);
        if (body) return body;
        throw failure;
      }),
  );

function parsePurchase(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return paymentInfo(value).purchase ? value : null;
  } catch {
    return null;
  }
}

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

/** Returns the `error` or `detail` of a rejected call, or null without either. */
export const failureWords = (failure: unknown): string | null =>
  readBodyText(failure, 'error') ??
  (isApiError(failure) ? failure.detail : null) ??
  readBodyText(failure, 'detail');
