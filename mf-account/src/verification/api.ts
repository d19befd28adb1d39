import type { ApiClient } from '@carry/remote-kit';
import type { Challenge } from './solve';

/** The work that our own server asks of a browser. */
export const getChallenge = (
  api: ApiClient,
  path: '/api/captcha/challenge/',
  signal: AbortSignal,
) => api.get(path, { signal }) as Promise<Challenge>;
