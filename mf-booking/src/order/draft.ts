import type { DraftsApi } from '@carry/remote-kit';
import { isZone } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import type { Order } from './api';

const PREFIX = 'booking/';
export const draftKey = (coachId: string) => PREFIX + coachId;
/** Where the zone is remembered for other coaches' pages. */
export const ZONE_KEY = 'zone';
/** How long a slot is taken to be held where the server does not say. */
const ASSUMED_HOLD_MS = 30 * 60_000;

/** An order that was sent and is not paid yet. */
export interface PendingOrder {
  /** Null while the server has not answered. */
  bookingId: number | string | null;
  order: Order;
  /** When it was sent, server time, ms since the epoch. */
  at: number;
}

/** What was typed into a coach's booking form, kept until it is paid. */
export interface BookingDraft {
  coachName: string;
  serviceId: number | string | null;
  quantity: string;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
  /** The time zone in which the slot was chosen; null: the browser's own. */
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
const isOrder = (value: unknown) =>
  isObject(value) &&
  [value['coachId'], value['contact'], value['details']].every(isText) &&
  Number.isInteger(value['quantity']) &&
  (value['slot'] === null || isSlot(value['slot'])) &&
  isObject(value['service']) &&
  isId(value['service']['id']) &&
  typeof value['service']['rate'] === 'number';
const isPending = (value: unknown) =>
  isObject(value) &&
  (value['bookingId'] === null || isId(value['bookingId'])) &&
  typeof value['at'] === 'number' &&
  isOrder(value['order']);

const checks: { [K in keyof BookingDraft]: (value: unknown) => boolean } = {
  coachName: isText,
  serviceId: isId,
  quantity: isText,
  contact: isText,
  details: isText,
  slot: isSlot,
  zone: (value) => isText(value) && isZone(value as string),
  pending: isPending,
};

/** The parts of a stored draft that are what they should be: it may be another release's. */
export function parseDraft(stored: unknown): Partial<BookingDraft> {
  if (!isObject(stored)) return {};
  const known = Object.entries(checks).filter(([name, check]) =>
    check((stored as Unknown<BookingDraft>)[name as keyof BookingDraft]),
  );
  return Object.fromEntries(known.map(([name]) => [name, stored[name]]));
}

/** Whether the slot of an order is still held for the student, as far as the page can know. */
export const isHeld = ({ at }: PendingOrder, now: number) => now - at < ASSUMED_HOLD_MS;

/** The order that waits for its payment, of this coach or, where none is named, the newest. */
export function pendingOrder(drafts: DraftsApi, coachId: string | null): PendingOrder | null {
  const keys =
    coachId === null ? drafts.keys().filter((key) => key.startsWith(PREFIX)) : [draftKey(coachId)];
  for (const key of keys) {
    const { pending } = parseDraft(drafts.load(key));
    if (pending && pending.bookingId !== null) return pending;
  }
  return null;
}

/** Forgets all of them: one was paid. */
export function clearBookingDrafts(drafts: DraftsApi): void {
  for (const key of drafts.keys().filter((key) => key.startsWith(PREFIX))) drafts.clear(key);
}
