import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read, services } from '@carry/remote-kit/answers';
import { picturedCoach } from '@carry/remote-kit/own-answers';

export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(picturedCoach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);

/** Returns the coach's services, or an empty list if the coach does not exist. */
export const getServices = (api: ApiClient, coachId: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${encodeURIComponent(coachId)}/services/`)), []);
