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
  /** In which the time was chosen, for a server that asks for it: the specification's call does not carry it. */
  zone?: string;
}

/** Coach ids are numbers on the servers we know; another kind of id goes as it is. */
const idOf = (id: string) => (/^\d+$/.test(id) ? Number(id) : id);

export const createBooking = (
  api: ApiClient,
  { coachId, service, quantity, contact, details, slot, zone }: Order,
) =>
  read(
    createdBooking,
    api.post(
      '/api/create-booking/',
      {
        coach_id: idOf(coachId),
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

/** Our server's extra: the payment page of one's own booking, by its id alone. */
export const continueCheckout = (api: ApiClient, bookingId: string) =>
  read(
    checkout,
    api.post(`/api/bookings/${encodeURIComponent(bookingId)}/checkout/`, {}, { bearer: true }),
  );
