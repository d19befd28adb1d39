import { Button, Fold } from '@carry/ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadMore } from './load-more';
import { OPEN_MONTHS, printOpenMonths, readOpenMonths } from './open-months';
import { extendPage, type Page } from './pages';
import type { Month, Timeline } from './timeline';
import { usePages } from './use-pages';

type Earlier<Row> = Pick<Timeline<Row>, 'months' | 'earlier'>;

export interface MonthsProps<Row> {
  timeline: Earlier<Row>;
  /** Plural of a row, such as "bookings". */
  noun: string;
  className: string | undefined;
  children(row: Row): ReactNode;
  /** Called with the number of rows in open months. */
  onShown?(rows: number): void;
}

/** Months of earlier rows. They load when they are opened. */
export function Months<Row>({ timeline, noun, className, children, onShown }: MonthsProps<Row>) {
  const { months, firstNew, loadEarlier, state } = useEarlier(timeline);
  const [search, setSearch] = useSearchParams();
  const open = readOpenMonths(search) ?? months.flatMap(({ key, loaded }) => (loaded ? [key] : []));
  const toggle = (key: string, isOpen: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        const rest = open.filter((other) => other !== key);
        next.set(OPEN_MONTHS, printOpenMonths(isOpen ? [...rest, key] : rest));
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
          takesFocus={month.key === firstNew && !loadEarlier}
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

function keepEarlier<Row>(timeline: Earlier<Row>, shown: Earlier<Row>): Earlier<Row> {
  const last = timeline.months.at(-1)?.key ?? '';
  const more = shown.months.filter(({ key }) => key < last);
  if (!timeline.earlier || more.length === 0) return timeline;
  return { months: [...timeline.months, ...more], earlier: shown.earlier };
}

function useEarlier<Row>(first: Earlier<Row>) {
  const [shown, setShown] = useState({ first, timeline: first, firstNew: '' });
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isSame = shown.first.months === first.months;
  const timeline = isSame ? shown.timeline : keepEarlier(first, shown.timeline);
  const { months, earlier } = timeline;
  const load = async (read: NonNullable<typeof earlier>) => {
    setState('loading');
    try {
      const next = await read();
      const timeline = { ...next, months: [...months, ...next.months] };
      const firstNew = next.months[0] ?? months.at(-1);
      setShown({ first, timeline, firstNew: firstNew?.key ?? '' });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return {
    months,
    state,
    /** Key of the first month of those that were loaded last; of the last month if that list was empty. */
    firstNew: shown.firstNew,
    loadEarlier: earlier && (() => state !== 'loading' && void load(earlier)),
  };
}

interface MonthFoldProps<Row> extends Pick<MonthsProps<Row>, 'noun' | 'className' | 'children'> {
  month: Month<Row>;
  open: boolean;
  takesFocus: boolean;
  onToggle(open: boolean): void;
  report(key: string, rows: number): void;
}

function MonthFold<Row>(props: MonthFoldProps<Row>) {
  const { month, open, takesFocus, onToggle, report, ...list } = props;
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!takesFocus || document.activeElement !== document.body) return;
    fold.current?.querySelector('summary')?.focus();
  }, [takesFocus]);
  const { loaded, setLoaded, shown } = useLoadedMonth(month, open);
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
  }, [waits, load, setLoaded]);
  const isShown = open && loaded !== null && loaded !== 'failed';
  useEffect(() => {
    if (!isShown) report(key, 0);
  }, [isShown, key, report]);
  const onRows = useCallback(
    (rows: number) => {
      shown.current.rows = rows;
      if (isShown) report(key, rows);
    },
    [isShown, key, report, shown],
  );
  return (
    <Fold ref={fold} title={title} open={open} onToggle={onToggle}>
      {waits && <p role="status">Loading {title}...</p>}
      {loaded === 'failed' && (
        <>
          <p role="alert">We couldn't load {title}.</p>
          <Button
            variant="quiet"
            onClick={() => {
              fold.current?.querySelector('summary')?.focus(); // this button disappears
              setLoaded(null);
            }}
          >
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

/** Rows of a month. One that is read again keeps its length, or loads again when it is opened. */
function useLoadedMonth<Row>(month: Month<Row>, isOpen: boolean) {
  const [loaded, setLoaded] = useState<Page<Row> | 'failed' | null>(month.loaded);
  const shown = useRef({ month, rows: 0 });
  useEffect(() => {
    if (shown.current.month === month) return;
    shown.current.month = month;
    if (month.loaded) void extendPage(month.loaded, shown.current.rows).then(setLoaded, () => {});
    else if (!isOpen) setLoaded(null);
  }, [month, isOpen]);
  return { loaded, setLoaded, shown };
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
