import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { type Availability, availability } from '@carry/remote-kit/own-answers';

export const getAvailability = (api: ApiClient) =>
  read(availability, api.get('/api/coach/availability/', { bearer: true }));

/** Throws 409 if other hours than `seen` are stored. */
export const setAvailability = (api: ApiClient, hours: Availability, seen: Availability) =>
  read(availability, api.patch('/api/coach/availability/', { ...hours, seen }, { bearer: true }));
