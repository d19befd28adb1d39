import styles from './date-block.module.css';

const formatPart = (options: Intl.DateTimeFormatOptions, date: Date) =>
  new Intl.DateTimeFormat(undefined, options).format(date);

export const DateBlock = ({ date }: { date: Date | null }) => (
  <span className={styles.block} aria-hidden="true">
    {date ? (
      <>
        <span>{formatPart({ weekday: 'short' }, date)}</span>
        <b>{formatPart({ day: 'numeric' }, date)}</b>
        <span>{formatPart({ month: 'short' }, date)}</span>
      </>
    ) : (
      <b>–</b>
    )}
  </span>
);
