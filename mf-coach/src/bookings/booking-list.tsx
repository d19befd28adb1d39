import {
  assetPath,
  extendTimeline,
  LoadMore,
  Months,
  OPEN_MONTHS,
  usePages,
  useRefreshed,
  useShell,
  useTime,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { Button, SelectField, State } from '@carry/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router-dom';
import empty from '../art/empty.svg';
import { BookingCard } from './booking-card';
import styles from './bookings.module.css';
import {
  DATE_FILTERS,
  type DateFilter,
  type Filters,
  isUnfiltered,
  readFilters,
  STATUS_FILTERS,
} from './filter';
import { NextSession } from './next-session';
import { type Bookings, byStart, readBookings } from './read-bookings';

const localDay = (now: number) => new Date(now).toDateString();
const dateWords: Record<DateFilter, string> = {
  all: 'All',
  today: 'Today',
  'next-7-days': 'Next 7 days',
};
const printCard = (booking: CoachBooking) => <BookingCard key={booking.id} booking={booking} />;

/** Keeps its filters in the URL. A short list is shown whole; of a long one, what is upcoming, and the rest by month. */
export function BookingList({ bookings }: { bookings: Bookings }) {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  useReloadAtMidnight();
  const { timeline, coming, pages } = useBookings(bookings);
  const top = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [inMonths, setInMonths] = useState(0);
  const isFolded = timeline.months.length > 0;
  const shown = pages.rows.length + (isFolded ? inMonths : 0);
  return (
    <>
      <NextSession bookings={coming} />
      <div ref={top} className={styles.top}>
        <FilterFields filters={filters} />
        <p role="status">Showing {shown} booking(s) matching filters.</p>
      </div>
      {pages.rows.length === 0 && !isFolded && (
        <State drawing={assetPath(empty)}>
          <p>No bookings found.</p>
          {!isUnfiltered(filters) && (
            <Button
              variant="quiet"
              onClick={() => {
                top.current?.querySelector('select')?.focus(); // this button disappears
                setSearch({});
              }}
            >
              Clear filters
            </Button>
          )}
        </State>
      )}
      {isFolded && pages.rows.length > 0 && <h2 className={styles.group}>Upcoming</h2>}
      <ul ref={list} className={styles.list}>
        {pages.rows.map(printCard)}
      </ul>
      <div className={styles.more}>
        <LoadMore pages={pages} list={list} noun="bookings" />
      </div>
      {isFolded && (
        <section aria-labelledby="earlier-bookings">
          <h2 id="earlier-bookings" className={styles.group}>
            Past
          </h2>
          <Months
            key={`${filters.status} ${filters.date}`}
            timeline={timeline}
            noun="bookings"
            className={styles.list}
            onShown={setInMonths}
          >
            {printCard}
          </Months>
        </section>
      )}
    </>
  );
}

function useBookings(first: Bookings) {
  const shell = useShell();
  const [search] = useSearchParams();
  const rows = useRef(0);
  const [{ timeline, coming }] = useRefreshed(first, async () => {
    const next = await readBookings(shell, search);
    return { ...next, timeline: await extendTimeline(next.timeline, rows.current) };
  });
  const whole = useMemo(
    () => timeline.whole && { rows: timeline.whole.toSorted(byStart), more: null },
    [timeline],
  );
  const pages = usePages(whole ?? timeline.upcoming);
  useEffect(() => {
    rows.current = pages.rows.length;
  }, [pages.rows]);
  return { timeline, coming, pages };
}

/** The API selects by date, so a new day needs another answer. */
function useReloadAtMidnight(): void {
  const shell = useShell();
  const { revalidate } = useRevalidator();
  const today = useTime(localDay);
  const [loadedOn] = useState(() => localDay(shell.now()));
  const latest = useRef(loadedOn);
  useEffect(() => {
    if (today === null || today === latest.current) return;
    latest.current = today;
    void revalidate();
  }, [today, revalidate]);
}

function FilterFields({ filters: { status, date } }: { filters: Filters }) {
  const [, setSearch] = useSearchParams();
  const set = (name: keyof Filters, value: string) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.delete(OPEN_MONTHS);
      if (value === 'all') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <div className={styles.filters}>
      <SelectField
        id="filter-status"
        name="status"
        label="Status"
        value={status}
        onChange={({ target }) => set('status', target.value)}
      >
        {STATUS_FILTERS.map((value) => (
          <option key={value} value={value}>
            {value[0]?.toUpperCase() + value.slice(1)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="filter-date"
        name="date"
        label="Date"
        value={date}
        onChange={({ target }) => set('date', target.value)}
      >
        {DATE_FILTERS.map((value) => (
          <option key={value} value={value}>
            {dateWords[value]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
