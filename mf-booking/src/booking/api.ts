import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read, services } from '@carry/remote-kit/answers';

/** Returns the coach's services, or an empty list if the coach does not exist. */
export const getServices = (api: ApiClient, coachId: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${encodeURIComponent(coachId)}/services/`)), []);
