import { type ApiClient, isApiError } from '@carry/remote-kit';
import { coachBookings, read } from '@carry/remote-kit/answers';
import type { CoachBooking, Status } from '@carry/remote-kit/api';
import { type BookingPage, bookingPage } from '@carry/remote-kit/own-answers/booking';

export const getBookings = (api: ApiClient) =>
  read(coachBookings, api.get('/api/bookings/', { bearer: true }));
type Id = number | string;

export const setStatus = (api: ApiClient, id: Id, status: Status) =>
  api.patch(`/api/bookings/${encodeURIComponent(id)}/status/`, { status }, { bearer: true });
export const saveNotes = (api: ApiClient, id: Id, notes: string) =>
  api.patch(`/api/bookings/${encodeURIComponent(id)}/notes/`, { notes }, { bearer: true });

export interface FoundBooking {
  booking: CoachBooking;
  /** Null if the server has no page for a booking. */
  page: BookingPage | null;
}

const getPage = async (api: ApiClient, id: string): Promise<FoundBooking | null> => {
  const answer = api.get(`/api/bookings/${encodeURIComponent(id)}/`, { bearer: true });
  const page = await read(bookingPage, answer);
  const [booking] = await read(
    coachBookings,
    answer.then((body) => [body] as never),
  );
  return booking && page.reader === 'coach' ? { booking, page } : null;
};

/**
 * Finds a booking in the list. Servers with `unread` have a page for each booking, also for those beyond the list.
 * Resolves to null if there is none.
 */
export async function findBooking(api: ApiClient, id: string): Promise<FoundBooking | null> {
  const bookings = await getBookings(api);
  const booking = bookings.find((one) => String(one.id) === id);
  if (booking?.unread === undefined && bookings.some(({ unread }) => unread === undefined))
    return booking ? { booking, page: null } : null;
  if (bookings.length === 0) return null;
  return refreshBooking(api, id);
}

/** Resolves to null for a booking of another coach. */
export const refreshBooking = (api: ApiClient, id: string): Promise<FoundBooking | null> =>
  getPage(api, id).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
