import { type ApiClient, isApiError, readList } from '@carry/remote-kit';
import { coachBookingPage, coachBookings, read } from '@carry/remote-kit/answers';
import type { CoachBooking, Sent, Status } from '@carry/remote-kit/api';
import { type BookingPage, bookingPage, otherTimes } from '@carry/remote-kit/own-answers';

/** Reads a page of the bookings; a server that ignores the query sends all. */
export const getBookingPage = (api: ApiClient, query: string) =>
  readList(
    (query) => read(coachBookingPage, api.get(`/api/bookings/${query}`, { bearer: true })),
    query,
  );

type Id = number | string;

export const setStatus = (api: ApiClient, id: Id, status: Status) =>
  api.patch(`/api/bookings/${encodeURIComponent(id)}/status/`, { status }, { bearer: true });
/** Throws 409 if other notes than `seen` are stored. */
export const saveNotes = (
  api: ApiClient,
  id: Id,
  notes: Sent<'PATCH /api/bookings/{id}/notes/', 'body'>,
) => api.patch(`/api/bookings/${encodeURIComponent(id)}/notes/`, notes, { bearer: true });

/** Resolves to a week of starts that the coach can suggest, from an ISO 8601 time on. */
export const getOtherTimes = (api: ApiClient, id: Id, from: string) =>
  read(
    otherTimes,
    api.get(`/api/bookings/${encodeURIComponent(id)}/times/?from=${encodeURIComponent(from)}`, {
      bearer: true,
    }),
  );

export const suggestTime = (api: ApiClient, id: Id, session_time: string) =>
  api.post(`/api/bookings/${encodeURIComponent(id)}/suggest/`, { session_time }, { bearer: true });

export const withdrawSuggestion = (api: ApiClient, id: Id) =>
  api.post(`/api/bookings/${encodeURIComponent(id)}/withdraw/`, {}, { bearer: true });

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

/** Finds a booking on its page, or in the list of a server without pages. Resolves to null for an unknown id. */
export async function findBooking(api: ApiClient, id: string): Promise<FoundBooking | null> {
  const bookings = await getBookingPage(api, 'limit=1');
  if (!Array.isArray(bookings) || bookings.some(({ unread }) => unread !== undefined))
    return refreshBooking(api, id);
  const booking = bookings.find((one) => String(one.id) === id);
  return booking ? { booking, page: null } : null;
}

/** Resolves to null for a booking of another coach. */
export const refreshBooking = (api: ApiClient, id: string): Promise<FoundBooking | null> =>
  getPage(api, id).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
