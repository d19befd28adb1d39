import type { ApiClient } from '@carry/remote-kit';
import { coachBookingPage, coachBookings, read } from '@carry/remote-kit/answers';
import type { Status } from '@carry/remote-kit/api';

export const getBookings = (api: ApiClient) =>
  read(coachBookings, api.get('/api/bookings/', { bearer: true }));

/** Reads a page of the bookings; a server that ignores the query sends all. */
export const getBookingPage = (api: ApiClient, query: string) =>
  read(coachBookingPage, api.get(`/api/bookings/?${query}`, { bearer: true }));

type Id = number | string;

export const setStatus = (api: ApiClient, id: Id, status: Status) =>
  api.patch(`/api/bookings/${encodeURIComponent(id)}/status/`, { status }, { bearer: true });
export const saveNotes = (api: ApiClient, id: Id, notes: string) =>
  api.patch(`/api/bookings/${encodeURIComponent(id)}/notes/`, { notes }, { bearer: true });
