import { coach, read } from 'contracts/answers';
import type { ApiClient } from 'contracts/shell';
import { ifMissing } from 'remote-kit';

/** The coach, or null when there is none with this id. */
export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(coach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);
