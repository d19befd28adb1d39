import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { earnings, link, payouts } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true };

export const getEarnings = (api: ApiClient) =>
  read(earnings, api.get('/api/coach/earnings/', bearer));

export const getPayouts = (api: ApiClient) => read(payouts, api.get('/api/coach/payouts/', bearer));

export const exportEarnings = (api: ApiClient): Promise<Blob> =>
  api.download('/api/coach/earnings/export/', bearer);

/** Returns the address of the payment provider's form or account page. */
export const openPayouts = (api: ApiClient, country?: string) =>
  read(link, api.post('/api/coach/payouts/link/', country ? { country } : {}, bearer));
