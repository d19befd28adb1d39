import { read, services } from 'contracts/answers';
import type { ApiClient } from 'contracts/shell';
import { ifMissing } from 'remote-kit';

/** What a coach offers; nothing where the coach does not exist. */
export const getServices = (api: ApiClient, coachId: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${encodeURIComponent(coachId)}/services/`)), []);
