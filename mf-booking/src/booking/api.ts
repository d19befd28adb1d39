import type { Coach, Review, SelectedSlot, Service } from 'contracts/api';
import { type ApiClient, isApiError } from 'contracts/shell';

/** The coach, or null when there is none with this id. */
export const getCoach = (api: ApiClient, id: string) =>
  api.get<Coach>(`/api/coaches/${encodeURIComponent(id)}/`).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });

/** The rest of a coach's page; empty where the coach does not exist. */
const orEmpty = <T>(call: Promise<T[]>): Promise<T[]> =>
  call.then(
    (items) => (Array.isArray(items) ? items : []),
    (error: unknown) => {
      if (isApiError(error) && error.status === 404) return [];
      throw error;
    },
  );

export const getServices = (api: ApiClient, id: string) => orEmpty(api.get<Service[]>(`/api/coaches/${encodeURIComponent(id)}/services/`));

export const getReviews = (api: ApiClient, id: string) => orEmpty(api.get<Review[]>(`/api/reviews/by-coach/${encodeURIComponent(id)}/`));

/** Confirms that the chat account which claimed a booking is the student's. */
export const confirmClaim = (api: ApiClient, token: string) =>
  api.post<{ username?: string }>('/api/discord/claim/', { token }, { bearer: true });

export const reportReview = (api: ApiClient, id: number) =>
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
  api.post<{ booking_id?: number | string }>(
    '/api/create-booking/',
    { coach_id: idOf(coachId), service_id: service.id, quantity, contact_info: contact, details, slot },
    { bearer: true },
  );

export interface Checkout {
  sessionId?: string;
  url?: string;
}

/** Our server's extra: the payment page of one's own booking, by its id alone. */
export const continueCheckout = (api: ApiClient, bookingId: string) =>
  api.post<Checkout>(`/api/bookings/${encodeURIComponent(bookingId)}/checkout/`, {}, { bearer: true });

export const createCheckout = (api: ApiClient, { coachId, service, quantity, contact, details, slot }: Order, bookingId: number | string) =>
  api.post<Checkout>('/api/create-checkout-session/', {
    coachId: idOf(coachId),
    serviceId: service.id,
    serviceLabel: service.label,
    quantity,
    contactInfo: contact,
    details,
    slot,
    price: service.rate * quantity,
    booking_id: bookingId,
  });

export const getSuccessInfo = (api: ApiClient, sessionId: string) =>
  api.get<{ booking_id?: number | string; error?: string; status?: string; discord?: { username?: string } | null }>(
    `/api/stripe/success-info/?session_id=${encodeURIComponent(sessionId)}`,
    { bearer: true },
  );

export const startDiscord = (api: ApiClient, bookingId: number | string) =>
  api.get<{ url?: string; detail?: string; error?: string }>(`/api/oauth/discord/start/?booking=${encodeURIComponent(bookingId)}`, {
    bearer: true,
    credentials: true,
  });
