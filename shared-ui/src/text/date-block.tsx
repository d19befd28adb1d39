import styles from './date-block.module.css';

export interface DateBlockProps {
  date: Date | null;
  /** Time zone; default: the browser's. */
  zone?: string;
}

export const DateBlock = ({ date, zone }: DateBlockProps) => {
  const formatPart = (options: Intl.DateTimeFormatOptions, day: Date) =>
    new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options }).format(day);
  return (
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
};
