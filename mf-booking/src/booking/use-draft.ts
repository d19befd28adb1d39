import { isOtherPerson, usePageRestored, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../order/api';
import { type BookingDraft, draftKey, isSameTime, parseDraft, ZONE_KEY } from '../order/draft';

/** Returns true if the student has begun a booking. A time zone alone does not count. */
const isBegun = (values: BookingDraft, initial: BookingDraft) =>
  Object.entries({ ...initial, zone: values.zone }).some(
    ([name, value]) => value !== values[name as keyof BookingDraft],
  );

type OrderedFields = Omit<BookingDraft, 'coachName' | 'zone' | 'pending'>;
/** Returns whether the form still has what was ordered. The time may be missing, as it is no longer available. */
const isUnchanged = (
  { serviceId, quantity, contact, details, slot }: OrderedFields,
  order: Order,
) =>
  Object.values({
    serviceId: serviceId === order.service.id,
    quantity: Number(quantity) === order.quantity,
    contact: contact.trim() === order.contact,
    details: details.trim() === order.details,
    slot: slot === null || isSameTime(slot, order.slot),
  } satisfies Record<keyof OrderedFields, boolean>).every(Boolean);

/** Offer of the form. The hash names an unpaid booking, so that the home page can look it up. */
const createOffer = (coachId: string, { coachName, pending }: BookingDraft) => ({
  path:
    paths.booking(coachId) +
    (pending && pending.bookingId !== null
      ? `#booking=${encodeURIComponent(pending.bookingId)}`
      : ''),
  title: `your booking with ${coachName}`,
});

/** Form state that survives reloads. `load` resets it once the stored draft is cleared. */
function useStoredDraft(coachId: string, initial: BookingDraft) {
  const { drafts } = useShell();
  const [values, setValues] = useState(initial);
  const latest = useRef(values);
  const untouched = useRef(initial);
  const stored = useRef(false);
  const key = draftKey(coachId);

  const put = useCallback((next: BookingDraft) => {
    latest.current = next;
    setValues(next);
  }, []);

  const load = useCallback(() => {
    const draft = drafts.load(key);
    const isCleared = stored.current && draft === null;
    const current = isCleared ? untouched.current : latest.current; // Hot updates run this too, so unsaved values are kept.
    stored.current = draft !== null;
    const { coachName } = untouched.current;
    const { zone = current.zone } = parseDraft({ zone: drafts.load(ZONE_KEY) });
    put({ ...current, zone, ...parseDraft(draft), coachName });
  }, [drafts, key, put]);

  const store = useCallback(
    (part: Partial<BookingDraft>) => {
      const next = { ...latest.current, ...part };
      put(next);
      drafts.save(
        key,
        next,
        isBegun(next, untouched.current) ? createOffer(coachId, next) : undefined,
      );
      if (part.zone !== undefined) drafts.save(ZONE_KEY, part.zone);
      stored.current = drafts.load(key) !== null;
    },
    [coachId, drafts, key, put],
  );

  const clear = useCallback(() => {
    drafts.clear(key);
    stored.current = false;
    put({ ...untouched.current, zone: latest.current.zone });
  }, [drafts, key, put]);

  const follow = useCallback(() => {
    if (stored.current && drafts.load(key) === null) load();
  }, [drafts, key, load]);

  return { values, latest, load, store, clear, follow };
}

/** Draft of a booking. Loads after hydration, so the first render matches the server's. Resets at sign-out and after the payment. */
export function useBookingDraft(coachId: string, initial: BookingDraft) {
  const { api, auth } = useShell();
  const { values, latest, load, store, clear, follow } = useStoredDraft(coachId, initial);
  const [isBooked, setBooked] = useState(false);

  /** Removes the paid order from the form, with its texts unless they were changed for another booking. */
  const settle = useCallback(() => {
    const { pending, ...next } = latest.current;
    if (!pending) return;
    if (isUnchanged(next, pending.order)) clear();
    else store({ pending: null, ...(isSameTime(next.slot, pending.order.slot) && { slot: null }) });
    setBooked(true);
  }, [latest, clear, store]);

  /** Settles the order if it is paid, such as in another tab or on another device. Resolves to true if it is no longer pending. */
  const checkPaid = useCallback(async () => {
    const getId = () => latest.current.pending?.bookingId ?? null;
    const id = getId();
    if (id === null || auth.store.getState().status !== 'signed-in') return false;
    const late = import(/* webpackChunkName: "on-demand" */ '@carry/remote-kit/is-paid');
    if ((await late.then(({ isPaid }) => isPaid(api, id)).catch(() => false)) && getId() === id)
      settle();
    return getId() !== id;
  }, [api, auth, latest, settle]);

  const restore = useCallback(() => {
    load();
    void checkPaid();
  }, [load, checkPaid]);
  useEffect(() => {
    restore();
    return auth.store.subscribe(({ status, user }, previous) => {
      follow();
      if (status !== previous.status || isOtherPerson(previous.user, user)) setBooked(false);
      if (status !== previous.status) void checkPaid();
    });
  }, [auth, follow, restore, checkPaid]);
  usePageRestored(restore);

  const change = useCallback(
    (part: Partial<BookingDraft>) => {
      setBooked(false);
      store(part);
    },
    [store],
  );
  return { values, change, isBooked, checkPaid, settle };
}
