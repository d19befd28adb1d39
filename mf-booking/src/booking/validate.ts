import type { SelectedSlot, Service } from '@carry/remote-kit/api';
import { formatDollars } from '@carry/remote-kit/format';
import {
  lengthProblem,
  MAX_CONTACT,
  MAX_DETAILS,
  MAX_PRICE,
  MAX_QUANTITY,
  trimText,
} from '@carry/remote-kit/limits';

export interface BookingFields {
  service: Service | undefined;
  quantity: string;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
}

export type BookingErrors = Partial<Record<keyof BookingFields, string>>;

/** Applies the limits of our API only to orders for it: another server decides alone. */
export function validateBooking(
  { service, quantity, contact, details, slot }: BookingFields,
  isOurApi: boolean,
): BookingErrors {
  const errors: BookingErrors = {};
  if (!service) errors.service = 'Please select a service.';
  const wrongQuantity = quantityProblem(quantity) ?? (isOurApi && limitProblem(quantity, service));
  if (wrongQuantity) errors.quantity = wrongQuantity;
  if (service?.is_hourly && !slot) errors.slot = 'Please select a time slot.';
  if (!trimText(contact)) errors.contact = 'Contact info is required.';
  if (!trimText(details)) errors.details = 'Please fill in the details.';
  if (!isOurApi) return errors;
  // No `maxlength`: it would truncate pasted text silently.
  const longContact = lengthProblem(contact, MAX_CONTACT);
  const longDetails = lengthProblem(details, MAX_DETAILS);
  if (longContact) errors.contact = longContact;
  if (longDetails) errors.details = longDetails;
  return errors;
}

export const isQuantity = (text: string) => /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1;

const quantityProblem = (text: string) =>
  isQuantity(text) ? null : 'Please enter a whole number of at least 1.';

function limitProblem(text: string, service: Service | undefined): string | null {
  if (Number(text) > MAX_QUANTITY) return `Please enter at most ${MAX_QUANTITY}.`;
  return service && service.rate * Number(text) > MAX_PRICE
    ? `One payment can be at most ${formatDollars(MAX_PRICE)}.`
    : null;
}

export const getUnit = ({ is_hourly }: Service) => (is_hourly ? 'hour' : 'unit');
