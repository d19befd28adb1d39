import type { Availability } from '@carry/remote-kit/own-answers';
import { Button } from '@carry/ui';
import styles from './availability.module.css';
import { DAY_MS, formatDay } from './days';
import { RemoveButton } from './remove-button';

type SpecialDay = Availability['special'][number];

const isNextDay = (date: string, next: string) => Date.parse(next) - Date.parse(date) === DAY_MS;

/** Groups days off that follow each other. A day with hours, or of `single`, is a group of its own. */
export function groupDays(
  special: readonly SpecialDay[],
  single: ReadonlySet<string>,
): SpecialDay[][] {
  const groups: SpecialDay[][] = [];
  const isOff = ({ date, windows }: SpecialDay) => windows.length === 0 && !single.has(date);
  for (const day of special) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const joins = before && isOff(before) && isOff(day) && isNextDay(before.date, day.date);
    if (joins) group?.push(day);
    else groups.push([day]);
  }
  return groups;
}

export interface DaysOffProps {
  first: string;
  last: string;
  count: number;
  onSplit(): void;
  onRemove(): void;
}

/** A range of days off in one row. */
export function DaysOff({ first, last, count, onSplit, onRemove }: DaysOffProps) {
  const range = `${formatDay(first)} – ${formatDay(last)}`;
  return (
    <li>
      <strong>{range}</strong>
      <div className={styles.windows}>
        <span className={styles.off}>{count} days off</span>
        <Button
          variant="quiet"
          small
          className={styles.more}
          aria-label={`Show each day of ${range}`}
          onClick={onSplit}
        >
          Show each day
        </Button>
      </div>
      <RemoveButton of={range} onRemove={onRemove} />
    </li>
  );
}
