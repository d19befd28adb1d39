import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookingDraft, draftKey, parseDraft, ZONE_KEY } from '../order/draft';

/**
 * Form state that survives reloads. Stored values load after hydration, so the first render matches the server's.
 * Resets when the shell clears the drafts (sign-out, account switch).
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

  useEffect(() => {
    const draft = drafts.load(key);
    stored.current = draft !== null;
    const { coachName } = untouched.current;
    const { zone = latest.current.zone } = parseDraft({ zone: drafts.load(ZONE_KEY) });
    put({ ...latest.current, zone, ...parseDraft(draft), coachName }); // Hot updates run this too, so unsaved values are kept.
    return auth.store.subscribe(() => {
      if (!stored.current || drafts.load(key) !== null) return;
      stored.current = false;
      put(untouched.current);
    });
  }, [auth, drafts, key, put]);

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
