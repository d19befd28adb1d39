import { usePageRestored, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookingDraft, draftKey, parseDraft, ZONE_KEY } from '../order/draft';

/** Returns whether the student has begun a booking. A time zone alone is none. */
const isBegun = (values: BookingDraft, { quantity, serviceId }: BookingDraft) =>
  Boolean(values.contact || values.details || values.slot || values.pending) ||
  values.quantity !== quantity ||
  values.serviceId !== serviceId;

/** Link to the form. The hash names an unpaid booking, so that the home page can look it up. */
const pathOf = (coachId: string, { pending }: BookingDraft) =>
  paths.booking(coachId) +
  (pending && pending.bookingId !== null
    ? `#booking=${encodeURIComponent(pending.bookingId)}`
    : '');

/**
 * Form state that survives reloads. Stored values load after hydration, so the first render matches the server's.
 * Resets once the stored draft is cleared: at sign-out, or by the payment of its order, which the page learns when the bfcache restores it.
 */
export function useBookingDraft(coachId: string, initial: BookingDraft) {
  const { api, auth, drafts } = useShell();
  const [values, setValues] = useState(initial);
  const latest = useRef(values);
  const untouched = useRef(initial);
  const stored = useRef(false);
  const [isBooked, setBooked] = useState(false);
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

  /** Resets the form if its order is paid, such as in another tab or on another device. Resolves to true then. */
  const checkPaid = useCallback(async () => {
    const id = latest.current.pending?.bookingId ?? null;
    if (id === null || auth.store.getState().status !== 'signed-in') return false;
    const late = import(/* webpackChunkName: "on-demand" */ '../sessions/api');
    const isPaid = await late.then(({ isBooked }) => isBooked(api, id)).catch(() => false);
    if (!isPaid || latest.current.pending?.bookingId !== id) return false;
    drafts.clear(key);
    load();
    setBooked(true);
    return true;
  }, [api, auth, drafts, key, load]);

  const restore = useCallback(() => {
    load();
    void checkPaid();
  }, [load, checkPaid]);
  useEffect(() => {
    restore();
    return auth.store.subscribe(({ status }, previous) => {
      if (stored.current && drafts.load(key) === null) load();
      if (status !== previous.status) void checkPaid();
    });
  }, [auth, drafts, key, load, restore, checkPaid]);
  usePageRestored(restore);

  const change = useCallback(
    (part: Partial<BookingDraft>) => {
      const next = { ...latest.current, ...part };
      put(next);
      const offer = {
        path: pathOf(coachId, next),
        title: `your booking with ${next.coachName}`,
      };
      drafts.save(key, next, isBegun(next, untouched.current) ? offer : undefined);
      if (part.zone !== undefined) drafts.save(ZONE_KEY, part.zone);
      stored.current = drafts.load(key) !== null;
    },
    [coachId, drafts, key, put],
  );
  return { values, change, isBooked, checkPaid };
}
