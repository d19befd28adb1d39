import { useEffect, useRef, useState } from 'react';
import type { Page } from './pages';

export type LoadState = 'idle' | 'loading' | 'failed';

export interface Pages<Row> {
  rows: readonly Row[];
  state: LoadState;
  loadMore: (() => void) | null;
  /** Number of rows before the last page that was loaded; null before the first. */
  shownBefore: number | null;
}

/** Shows the pages of a list one after the other. A new `first` starts again. */
export function usePages<Row>(first: Page<Row>): Pages<Row> {
  const [shown, setShown] = useState({ first, page: first, before: null as number | null });
  const [state, setState] = useState<LoadState>('idle');
  const latest = useRef(first);
  useEffect(() => {
    latest.current = first;
    setShown((shown) => (shown.first === first ? shown : { first, page: first, before: null }));
    setState('idle');
  }, [first]);
  const { page, before } = shown.first === first ? shown : { page: first, before: null };
  const { more } = page;
  const loadMore = async (load: () => Promise<Page<Row>>) => {
    setState('loading');
    try {
      const next = await load();
      if (latest.current !== first) return;
      const rows = [...page.rows, ...next.rows];
      setShown({ first, page: { rows, more: next.more }, before: page.rows.length });
      setState('idle');
    } catch {
      if (latest.current === first) setState('failed');
    }
  };
  return {
    rows: page.rows,
    state,
    shownBefore: before,
    loadMore: more && (() => state !== 'loading' && void loadMore(more)),
  };
}
