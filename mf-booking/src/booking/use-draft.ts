import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BookingDraft, draftKey, parseDraft, ZONE_KEY } from '../order/draft';

/**
 * The form's values as state that survives reloads; the stored ones come in after the first render, which matches the server's.
 * They leave the form when the shell forgets them: at sign-out, or when somebody else signs in.
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
    put({ ...latest.current, zone, ...parseDraft(draft), coachName }); // a hot update comes by here, too, and takes nothing
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
