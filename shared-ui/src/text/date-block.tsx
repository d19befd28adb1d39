import styles from './date-block.module.css';

const part = (options: Intl.DateTimeFormatOptions, date: Date) =>
  new Intl.DateTimeFormat(undefined, options).format(date);

/** A date as a leaf of a calendar; decoration beside a time that is written out. */
export const DateBlock = ({ date }: { date: Date | null }) => (
  <span className={styles.block} aria-hidden="true">
    {date ? (
      <>
        <span>{part({ weekday: 'short' }, date)}</span>
        <b>{part({ day: 'numeric' }, date)}</b>
        <span>{part({ month: 'short' }, date)}</span>
      </>
    ) : (
      <b>–</b>
    )}
  </span>
);
