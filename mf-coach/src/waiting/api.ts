import { read, waiting } from 'contracts/answers';
import type { ApiClient } from 'contracts/shell';

export const getWaiting = (api: ApiClient) => read(waiting, api.get('/api/waitlist/entries/', { bearer: true }));
