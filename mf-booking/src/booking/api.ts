import { read, services } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';
import { ifMissing } from '@carry/remote-kit';

/** What a coach offers; nothing where the coach does not exist. */
export const getServices = (api: ApiClient, coachId: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${encodeURIComponent(coachId)}/services/`)), []);
