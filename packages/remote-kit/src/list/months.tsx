import { Button, Fold } from '@carry/ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadMore } from './load-more';
import { OPEN_MONTHS, printOpenMonths, readOpenMonths } from './open-months';
import type { Page } from './pages';
import type { Month, Timeline } from './timeline';
import { usePages } from './use-pages';

export interface MonthsProps<Row> {
  timeline: Pick<Timeline<Row>, 'months' | 'earlier'>;
  /** Plural of a row, such as "bookings". */
  noun: string;
  className: string | undefined;
  children(row: Row): ReactNode;
  /** Called with the number of rows in open months. */
  onShown?(rows: number): void;
}

/** Months of earlier rows, closed at first; their rows load when they are opened. */
export function Months<Row>({ timeline, noun, className, children, onShown }: MonthsProps<Row>) {
  const { months, loadEarlier, state } = useEarlier(timeline);
  const [search, setSearch] = useSearchParams();
  const open = readOpenMonths(search) ?? months.flatMap(({ key, loaded }) => (loaded ? [key] : []));
  const toggle = (key: string, isOpen: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        const others = open.filter((other) => other !== key);
        next.set(OPEN_MONTHS, printOpenMonths(isOpen ? [...others, key] : others));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const shown = useRef(new Map<string, number>());
  const report = useCallback(
    (key: string, rows: number) => {
      shown.current.set(key, rows);
      onShown?.([...shown.current.values()].reduce((sum, count) => sum + count, 0));
    },
    [onShown],
  );
  return (
    <>
      {months.map((month) => (
        <MonthFold
          key={month.key}
          month={month}
          open={open.includes(month.key)}
          {...{ noun, className, report, children }}
          onToggle={(isOpen) => toggle(month.key, isOpen)}
        />
      ))}
      {state === 'failed' && <p role="alert">We couldn't load earlier months.</p>}
      {loadEarlier && (
        <p>
          <Button
            variant="quiet"
            busy={state === 'loading'}
            busyLabel="Loading..."
            onClick={loadEarlier}
          >
            {state === 'failed' ? 'Retry' : 'Show earlier months'}
          </Button>
        </p>
      )}
    </>
  );
}

function useEarlier<Row>(first: MonthsProps<Row>['timeline']) {
  const [shown, setShown] = useState({ first, timeline: first });
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const { months, earlier } = shown.first === first ? shown.timeline : first;
  const load = async (read: NonNullable<typeof earlier>) => {
    setState('loading');
    try {
      const next = await read();
      setShown({ first, timeline: { ...next, months: [...months, ...next.months] } });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return {
    months,
    state,
    loadEarlier: earlier && (() => state !== 'loading' && void load(earlier)),
  };
}

interface MonthFoldProps<Row> extends Pick<MonthsProps<Row>, 'noun' | 'className' | 'children'> {
  month: Month<Row>;
  open: boolean;
  onToggle(open: boolean): void;
  report(key: string, rows: number): void;
}

function MonthFold<Row>({ month, open, onToggle, report, ...list }: MonthFoldProps<Row>) {
  const [loaded, setLoaded] = useState<Page<Row> | 'failed' | null>(month.loaded);
  const { load, key, title } = month;
  const waits = open && loaded === null;
  useEffect(() => {
    if (!waits) return;
    let isUnmounted = false;
    load().then(
      (page) => isUnmounted || setLoaded(page),
      () => isUnmounted || setLoaded('failed'),
    );
    return () => {
      isUnmounted = true;
    };
  }, [waits, load]);
  const isShown = open && loaded !== null && loaded !== 'failed';
  useEffect(() => {
    if (!isShown) report(key, 0);
  }, [isShown, key, report]);
  const onRows = useCallback(
    (rows: number) => isShown && report(key, rows),
    [isShown, key, report],
  );
  return (
    <Fold title={title} open={open} onToggle={onToggle}>
      {waits && <p role="status">Loading {title}...</p>}
      {loaded === 'failed' && (
        <>
          <p role="alert">We couldn't load {title}.</p>
          <Button variant="quiet" onClick={() => setLoaded(null)}>
            Retry
          </Button>
        </>
      )}
      {loaded !== null && loaded !== 'failed' && (
        <MonthRows {...list} first={loaded} onRows={onRows} />
      )}
    </Fold>
  );
}

interface MonthRowsProps<Row> extends Pick<MonthsProps<Row>, 'noun' | 'className' | 'children'> {
  first: Page<Row>;
  onRows(rows: number): void;
}

function MonthRows<Row>({ first, noun, className, children, onRows }: MonthRowsProps<Row>) {
  const pages = usePages(first);
  const list = useRef<HTMLUListElement>(null);
  const count = pages.rows.length;
  useEffect(() => onRows(count), [count, onRows]);
  return (
    <>
      <ul ref={list} className={className}>
        {pages.rows.map(children)}
      </ul>
      <LoadMore pages={pages} list={list} noun={noun} />
    </>
  );
}
