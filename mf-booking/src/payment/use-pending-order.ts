import { useCallback, useEffect, useState } from 'react';
import { useShell, useTime } from 'remote-kit';
import { isHeld, type PendingOrder, pendingOrder } from '../booking/draft';

/** The order whose payment was cancelled, while its time is held: `until` an ISO instant, or as long as is usual where the server does not say. */
export function usePendingOrder(coachId: string | null, until: string | null): PendingOrder | null {
  const { drafts } = useShell();
  const [found, setFound] = useState<PendingOrder | null>(null);
  useEffect(() => setFound(pendingOrder(drafts, coachId)), [drafts, coachId]);
  const held = useTime(useCallback((now) => found !== null && (until ? Date.parse(until) > now : isHeld(found, now)), [found, until]));
  return held ? found : null;
}
