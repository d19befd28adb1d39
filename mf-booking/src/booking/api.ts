import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read, services } from '@carry/remote-kit/answers';

/** What a coach offers; nothing where the coach does not exist. */
export const getServices = (api: ApiClient, coachId: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${encodeURIComponent(coachId)}/services/`)), []);
