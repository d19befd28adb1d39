import * as answers from 'contracts/answers';
import { read } from 'contracts/answers';
import type { SelectedSlot, Service } from 'contracts/api';
import { type ApiClient, isApiError } from 'contracts/shell';

/** The coach, or null when there is none with this id. */
export const getCoach = (api: ApiClient, id: string) =>
  read(answers.coach, api.get(`/api/coaches/${encodeURIComponent(id)}/`)).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });

/** The rest of a coach's page; empty where the coach does not exist. */
const orEmpty = <T>(call: Promise<T[]>): Promise<T[]> =>
  call.catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return [];
    throw error;
  });

export const getServices = (api: ApiClient, id: string) =>
  orEmpty(read(answers.services, api.get(`/api/coaches/${encodeURIComponent(id)}/services/`)));

export const getReviews = (api: ApiClient, id: string) =>
  orEmpty(read(answers.reviews, api.get(`/api/reviews/by-coach/${encodeURIComponent(id)}/`)));

/** Confirms that the chat account which claimed a booking is the student's. */
export const confirmClaim = (api: ApiClient, token: string) =>
  read(answers.discordClaim, api.post('/api/discord/claim/', { token }, { bearer: true }));

export const reportReview = (api: ApiClient, id: number | string) =>
  api.post(`/api/reviews/${id}/report/`, { reason: 'reported on the site' }, { bearer: true });

export interface Order {
  coachId: string;
  service: Service;
  quantity: number;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
}

/** Coach ids are numbers on the servers we know; another kind of id goes as it is. */
const idOf = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);

export const createBooking = (api: ApiClient, { coachId, service, quantity, contact, details, slot }: Order) =>
  read(
    answers.createdBooking,
    api.post(
      '/api/create-booking/',
      { coach_id: idOf(coachId), service_id: service.id, quantity, contact_info: contact, details, slot },
      { bearer: true },
    ),
  );

/** Our server's extra: the payment page of one's own booking, by its id alone. */
export const continueCheckout = (api: ApiClient, bookingId: string) =>
  read(answers.checkout, api.post(`/api/bookings/${encodeURIComponent(bookingId)}/checkout/`, {}, { bearer: true }));

export const createCheckout = (api: ApiClient, { coachId, service, quantity, contact, details, slot }: Order, bookingId: number | string) =>
  read(
    answers.checkout,
    api.post('/api/create-checkout-session/', {
      coachId: idOf(coachId),
      serviceId: service.id,
      serviceLabel: service.label,
      quantity,
      contactInfo: contact,
      details,
      slot,
      price: service.rate * quantity,
      booking_id: bookingId,
    }),
  );

export const getSuccessInfo = (api: ApiClient, sessionId: string) =>
  read(answers.successInfo, api.get(`/api/stripe/success-info/?session_id=${encodeURIComponent(sessionId)}`, { bearer: true }));

export const startDiscord = (api: ApiClient, bookingId: number | string) =>
  read(
    answers.discordStart,
    api.get(`/api/oauth/discord/start/?booking=${encodeURIComponent(bookingId)}`, { bearer: true, credentials: true }),
  );
