import { Button } from '@carry/ui';
import { type RefObject, useEffect } from 'react';
import type { Pages } from './use-pages';

export interface LoadMoreProps {
  pages: Pages<unknown>;
  /** The list: it takes the focus when its last page has replaced the button. */
  list: RefObject<HTMLElement | null>;
  /** Plural of a row, such as "bookings". */
  noun: string;
}

export function LoadMore({ pages: { state, loadMore, shownBefore }, list, noun }: LoadMoreProps) {
  useEffect(() => {
    if (shownBefore === null || loadMore) return;
    const row = list.current?.children.item(shownBefore);
    const target = row?.querySelector<HTMLElement>('a, button') ?? list.current;
    if (document.activeElement === document.body) target?.focus({ preventScroll: true });
  }, [shownBefore, loadMore, list]);
  if (!loadMore) return null;
  return (
    <>
      {state === 'failed' && <p role="alert">We couldn't load more {noun}.</p>}
      <Button variant="quiet" busy={state === 'loading'} busyLabel="Loading..." onClick={loadMore}>
        {state === 'failed' ? 'Retry' : `Show more ${noun}`}
      </Button>
    </>
  );
}
