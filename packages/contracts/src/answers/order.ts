import { id } from './fields';
import { additive, maybe, type Of, object, text } from './shape';

export const createdBooking = object({ booking_id: maybe(id) });

/** `POST /api/create-checkout-session/`; without `url`, the provider's script redirects by `sessionId`. */
export const checkout = object({ sessionId: text, url: additive(text) });
export type Checkout = Of<typeof checkout>;
