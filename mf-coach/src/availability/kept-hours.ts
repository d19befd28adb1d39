import { type Availability, availability } from '@carry/remote-kit/own-answers';
import { type Restored, readDraft } from '../own/kept-changes';
import { isEqual, type ListKeys, mergeChanges, type Path } from '../own/three-way-merge';
import { formatDay } from './days';
import { dayName } from './weekly';

type SpecialDay = Availability['special'][number];

const keys: ListKeys = {
  weekly: (_, weekday) => weekday,
  special: ({ date }: SpecialDay) => date,
};

const labels: Record<string, string> = {
  time_zone: 'Your time zone',
  special: 'Days off and special hours',
  buffer_minutes: 'Break around a session',
  notice_minutes: 'Minimum notice',
  days_ahead: 'Days ahead',
};

const describe = ([name = '', day]: Path): string => {
  if (name === 'weekly') return dayName(Number(day));
  return name === 'special' && day ? formatDay(day) : (labels[name] ?? '');
};

/** Returns the stored hours with the changes of a kept draft. */
export function restoreHours(draft: unknown, saved: Availability): Restored<Availability> {
  const versions = readDraft(draft, saved, (name, value) => {
    try {
      return availability({ ...saved, [name]: value }) !== null;
    } catch {
      return false;
    }
  });
  const { merged, conflicts } = mergeChanges(versions, keys);
  const special = [...merged.special].sort((a, b) => a.date.localeCompare(b.date));
  return {
    value: isEqual(merged, saved) ? saved : { ...merged, special },
    conflicts: conflicts.map(describe),
  };
}
