import type { DraftsApi } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { isTimeZone } from '@carry/remote-kit/format';
import { toInstant } from '../slots/days';
import type { Order } from './api';

const PREFIX = 'booking/';
export const draftKey = (coachId: string) => PREFIX + coachId;
export const ZONE_KEY = 'zone';
/** Assumed slot hold if the server does not send an expiry. */
const ASSUMED_HOLD_MS = 30 * 60_000;

export interface PendingOrder {
  /** Null until the server responds. */
  bookingId: number | string | null;
  order: Order;
  /** Server time of the request, ms since the epoch. */
  at: number;
}

export interface BookingDraft {
  coachName: string;
  serviceId: number | string | null;
  quantity: string;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
  /** Time zone of the slot picker; null means the browser's. */
  zone: string | null;
  pending: PendingOrder | null;
}

type Unknown<T> = { [K in keyof T]?: unknown };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isId = (value: unknown) => isText(value) || typeof value === 'number';
const isSlot = (value: unknown): value is SelectedSlot =>
  isObject(value) &&
  !Number.isNaN(Date.parse(`${value['date']}T00:00Z`)) &&
  /^([01]\d|2[0-3]):[0-5]\d/.test(String(value['time'])) &&
  isText(value['displayTime']) &&
  isText(value['label']);

type Checks<T> = Record<keyof T, (value: unknown) => boolean>;
const orderChecks: Checks<Order> = {
  coachId: isText,
  service: (value) => isObject(value) && isId(value['id']) && typeof value['rate'] === 'number',
  quantity: Number.isInteger,
  contact: isText,
  details: isText,
  slot: (value) => value === null || isSlot(value),
  zone: (value) => value === undefined || isText(value),
};
const isOrder = (value: unknown) =>
  isObject(value) && Object.entries(orderChecks).every(([name, check]) => check(value[name]));
const isPending = (value: unknown) =>
  isObject(value) &&
  (value['bookingId'] === null || isId(value['bookingId'])) &&
  typeof value['at'] === 'number' &&
  isOrder(value['order']);

const checks: Checks<BookingDraft> = {
  coachName: isText,
  serviceId: isId,
  quantity: isText,
  contact: isText,
  details: isText,
  slot: isSlot,
  zone: (value) => isText(value) && isTimeZone(value as string),
  pending: isPending,
};

/** Returns the valid fields of a stored draft. Another release may have written it. */
export function parseDraft(stored: unknown): Partial<BookingDraft> {
  if (!isObject(stored)) return {};
  const valid = Object.entries(checks).filter(([name, check]) =>
    check((stored as Unknown<BookingDraft>)[name as keyof BookingDraft]),
  );
  return Object.fromEntries(valid.map(([name]) => [name, stored[name]]));
}

/** Returns whether two orders create the same booking at the same price. */
export const isSameOrder = (one: Order, other: Order) => getKey(one) === getKey(other);
const getKey = ({ coachId, service, quantity, contact, details, slot, zone }: Order) =>
  JSON.stringify({
    coachId,
    service: [service.id, service.rate],
    quantity,
    contact,
    details,
    slot: [slot?.date, slot?.time],
    zone,
  } satisfies Record<keyof Order, unknown>);

type Time = Pick<SelectedSlot, 'date' | 'time'> | null;
export const isSameTime = (one: Time | undefined, other: Time) =>
  one != null && one.date === other?.date && one.time === other.time;

/** Returns whether an unpaid order still holds its time, which has not begun. */
export const isHeld = ({ at, order: { slot } }: PendingOrder, now: number) =>
  now - at < ASSUMED_HOLD_MS && (!slot || toInstant(slot.date, slot.time) > now);

/** Returns the unpaid order of a coach, or the newest one if `coachId` is null. */
export function pendingOrder(drafts: DraftsApi, coachId: string | null): PendingOrder | null {
  const keys =
    coachId === null ? drafts.keys().filter((key) => key.startsWith(PREFIX)) : [draftKey(coachId)];
  for (const key of keys) {
    const { pending } = parseDraft(drafts.load(key));
    if (pending && pending.bookingId !== null) return pending;
  }
  return null;
}

const findOrdered = (drafts: DraftsApi, bookingId: number | string) =>
  drafts
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => {
      const draft = parseDraft(drafts.load(key));
      const { pending } = draft;
      const isOrdered = pending && String(pending.bookingId) === String(bookingId);
      return isOrdered ? [{ key, draft, order: pending.order }] : [];
    });

/** Clears the draft of a booking and returns its order. Others stay, such as one that was begun after the payment. */
export function clearOrderedDraft(drafts: DraftsApi, bookingId: number | string): Order | null {
  const ordered = findOrdered(drafts, bookingId);
  for (const { key } of ordered) drafts.clear(key);
  return ordered[0]?.order ?? null;
}

/** Removes an order that has ended, and its time, from the draft. The student may book again with the same texts. */
export function removeOrder(drafts: DraftsApi, bookingId: number | string): void {
  for (const { key, draft, order } of findOrdered(drafts, bookingId)) {
    const { pending: _, slot, ...kept } = draft;
    drafts.save(key, slot && !isSameTime(slot, order.slot) ? { ...kept, slot } : kept);
  }
}
