import type { ApiClient } from '@carry/remote-kit';
import type { Challenge } from './solve';

export const getChallenge = (api: ApiClient, signal: AbortSignal) =>
  api.get('/api/captcha/challenge/', { signal }) as Promise<Challenge>;
