import { coach, read } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';
import { ifMissing } from '@carry/remote-kit';

/** The coach, or null when there is none with this id. */
export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(coach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);
