import type { ApiClient } from '@carry/remote-kit';

/** Resolves to true for a coach; false if the profile can't be read. */
export const readIsCoach = async (api: ApiClient): Promise<boolean> =>
  Object(await api.get('/api/me/', { bearer: true }).catch(() => null)).is_coach === true;
