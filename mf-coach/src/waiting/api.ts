import { read } from '@carry/contracts/answers';
import { waiting } from '@carry/contracts/own-answers/coach';
import type { ApiClient } from '@carry/contracts/shell';

export const getWaiting = (api: ApiClient) =>
  read(waiting, api.get('/api/waitlist/entries/', { bearer: true }));
