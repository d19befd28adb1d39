import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { waiting } from '@carry/remote-kit/own-answers';

export const getWaiting = (api: ApiClient) =>
  read(waiting, api.get('/api/waitlist/entries/', { bearer: true }));
