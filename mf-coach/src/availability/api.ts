import { read } from '@carry/contracts/answers';
import { type Availability, availability } from '@carry/contracts/own-answers/coach';
import type { ApiClient } from '@carry/contracts/shell';

export const getAvailability = (api: ApiClient) =>
  read(availability, api.get('/api/coach/availability/', { bearer: true }));

export const setAvailability = (api: ApiClient, hours: Availability) =>
  read(availability, api.patch('/api/coach/availability/', hours, { bearer: true }));
