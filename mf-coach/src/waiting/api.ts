import { read } from 'contracts/answers';
import { waiting } from 'contracts/own-answers/coach';
import type { ApiClient } from 'contracts/shell';

export const getWaiting = (api: ApiClient) =>
  read(waiting, api.get('/api/waitlist/entries/', { bearer: true }));
