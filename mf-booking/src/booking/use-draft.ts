import { usePageRestored, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookingDraft, draftKey, parseDraft, ZONE_KEY } from '../order/draft';

/**
 * Form state that survives reloads. Stored values load after hydration, so the first render matches the server's.
 * Resets once the stored draft is cleared: at sign-out, or by the payment of its order, which the page learns when the bfcache restores it.
 */
export function useBookingDraft(coachId: string, initial: BookingDraft) {
  const { auth, drafts } = useShell();
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

  useEffect(() => {
    load();
    return auth.store.subscribe(() => {
      if (stored.current && drafts.load(key) === null) load();
    });
  }, [auth, drafts, key, load]);
  usePageRestored(load);

  const change = useCallback(
    (part: Partial<BookingDraft>) => {
      const next = { ...latest.current, ...part };
      put(next);
      drafts.save(key, next, {
        path: paths.booking(coachId),
        title: `your booking with ${next.coachName}`,
      });
      if (part.zone !== undefined) drafts.save(ZONE_KEY, part.zone);
      stored.current = drafts.load(key) !== null;
    },
    [coachId, drafts, key, put],
  );
  return { values, change };
}
