import type { ApiClient } from '@carry/remote-kit';
import { checkout, createdBooking, read } from '@carry/remote-kit/answers';
import type { SelectedSlot, Service } from '@carry/remote-kit/api';

export interface Order {
  coachId: string;
  service: Service;
  quantity: number;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
  /** Time zone in which the slot was chosen. Sent to our server only; the specification's call has no such field. */
  zone?: string;
}

/** The specification sends numeric coach IDs as numbers. */
const getId = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);

export const createBooking = (
  api: ApiClient,
  { coachId, service, quantity, contact, details, slot, zone }: Order,
) =>
  read(
    createdBooking,
    api.post(
      '/api/create-booking/',
      {
        coach_id: getId(coachId),
        service_id: service.id,
        quantity,
        contact_info: contact,
        details,
        slot,
        ...(zone && { time_zone: zone }),
      },
      { bearer: true },
    ),
  );

export const createCheckout = (
  api: ApiClient,
  { coachId, service, quantity, contact, details, slot }: Order,
  bookingId: number | string,
) =>
  read(
    checkout,
    api.post('/api/create-checkout-session/', {
      coachId: getId(coachId),
      serviceId: service.id,
      serviceLabel: service.label,
      quantity,
      contactInfo: contact,
      details,
      slot,
      price: Math.round(service.rate * quantity * 100) / 100,
      booking_id: bookingId,
    }),
  );

/** Opens the payment page of an existing booking. Not in the specification; our server only. */
export const continueCheckout = (api: ApiClient, bookingId: string) =>
  read(
    checkout,
    api.post(`/api/bookings/${encodeURIComponent(bookingId)}/checkout/`, {}, { bearer: true }),
  );
