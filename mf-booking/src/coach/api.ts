import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { picturedCoach } from '@carry/remote-kit/own-answers/introduction';

export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(picturedCoach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);
