import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { done, operatorBooking, operatorBookings } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const findBookings = (api: ApiClient, query: string) =>
  read(operatorBookings, api.get(`/api/operator/bookings/?${query}`, bearer));

export const exportBookings = (api: ApiClient, query: string): Promise<Blob> =>
  api.download(`/api/operator/bookings/export/?${query}`, bearer);

export const getBooking = (api: ApiClient, id: string) =>
  read(operatorBooking, api.get(`/api/operator/bookings/${encodeURIComponent(id)}/`, bearer));

/** Throws 409 if the booking is not `paid` as the operator saw it. */
export const cancelBooking = (api: ApiClient, id: number, seen: { paid: boolean }) =>
  read(done, api.post(`/api/operator/bookings/${id}/cancel/`, seen, bearer));

interface Refund {
  /** Part of the payment in USD; undefined: all of it. */
  amount?: number;
  refunded: number;
}

export const refundBooking = (api: ApiClient, id: number, refund: Refund) =>
  read(done, api.post(`/api/operator/bookings/${id}/refund/`, refund, bearer));

/** Records that a failed refund was paid back another way. */
export const settleRefund = (api: ApiClient, id: number, refund: Refund) =>
  read(done, api.post(`/api/operator/bookings/${id}/settle/`, refund, bearer));

interface HandPayout {
  /** In USD; negative: it came back. */
  amount: number;
  /** Paid before a refund or lost dispute. */
  earlier?: true;
}

/** Records that the share was paid to the coach another way. */
export const recordPayout = (api: ApiClient, id: number, payout: HandPayout) =>
  read(done, api.post(`/api/operator/bookings/${id}/paid-out/`, payout, bearer));
