import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { introducedCoach } from '@carry/remote-kit/own-answers/introduction';

export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(introducedCoach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)), null);
