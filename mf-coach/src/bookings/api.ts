import type { CoachBooking, Status } from 'contracts/api';
import type { ApiClient } from 'contracts/shell';

export const getBookings = (api: ApiClient) => api.get<CoachBooking[]>('/api/bookings/', { bearer: true });
export const setStatus = (api: ApiClient, id: number, status: Status) =>
  api.patch<unknown>(`/api/bookings/${id}/status/`, { status }, { bearer: true });
export const saveNotes = (api: ApiClient, id: number, notes: string) =>
  api.patch<unknown>(`/api/bookings/${id}/notes/`, { notes }, { bearer: true });
