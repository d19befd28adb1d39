import { read } from 'contracts/answers';
import { type Availability, availability } from 'contracts/own-answers/coach';
import type { ApiClient } from 'contracts/shell';

export const getAvailability = (api: ApiClient) =>
  read(availability, api.get('/api/coach/availability/', { bearer: true }));

export const setAvailability = (api: ApiClient, hours: Availability) =>
  read(availability, api.patch('/api/coach/availability/', hours, { bearer: true }));
