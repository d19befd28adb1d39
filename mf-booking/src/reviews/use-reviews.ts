import { type Page, splitPages, toPage, useShell } from '@carry/remote-kit';
import type { Review } from '@carry/remote-kit/api';
import { PAGE_ROWS } from '@carry/remote-kit/limits';
import { useEffect, useMemo, useState } from 'react';
import { getReviews, type Reviews, readReviewPage } from './api';

export type LoadedReviews = Reviews | Promise<Reviews>;

/** Returns the reviews, or reads them if the server could not; null until then. */
export function useReviews(
  coachId: string,
  loaded: Reviews | null | Promise<Reviews | null>,
): LoadedReviews | null {
  const { api } = useShell();
  const [late, setLate] = useState<Promise<Reviews> | null>(null);
  const isMissing = loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    const reading = getReviews(api, coachId);
    reading.catch(() => {}); // shown by <Await>
    setLate(reading);
  }, [api, coachId, isMissing]);
  return (loaded as LoadedReviews | null) ?? late; // null comes from the server only, without a promise
}

export function useReviewPages(coachId: string, { rows, next }: Reviews): Page<Review> {
  const { api } = useShell();
  return useMemo(() => {
    const query = `limit=${PAGE_ROWS}`;
    const read = (query: string) => readReviewPage(api, coachId, query);
    if (next === null) return splitPages(rows, PAGE_ROWS);
    const more = async () =>
      toPage(await read(`${query}&cursor=${encodeURIComponent(next)}`), {
        query,
        read,
        whole: (all) => all.slice(rows.length),
        size: PAGE_ROWS,
      });
    return { rows, more };
  }, [api, coachId, rows, next]);
}
