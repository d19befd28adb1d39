import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { coach, read } from '@carry/remote-kit/answers';

export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(coach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);
