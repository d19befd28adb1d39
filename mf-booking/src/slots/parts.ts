import { dateIn, getDateFormat } from '@carry/remote-kit/format';
import { type Day, toInstant } from './days';

const PARTS = ['The day before', 'Morning', 'Afternoon', 'Evening', 'The next day'] as const;
const NOON = 12;
const EVENING = 17;

const hourIn = (timeZone: string, instant: number): number =>
  Number(
    getDateFormat({ timeZone, hour: '2-digit', hourCycle: 'h23' }, 'en-US')
      .formatToParts(instant)
      .find(({ type }) => type === 'hour')?.value,
  );

/** Groups a day's times by part of the local day, without empty groups. */
export function byPart(
  day: Day,
  times: string[],
  zone: string,
): { part: string; times: string[] }[] {
  const getPart = (time: string): (typeof PARTS)[number] => {
    const instant = toInstant(day.date, time);
    const local = dateIn(zone, instant);
    if (local !== day.date) return local < day.date ? 'The day before' : 'The next day';
    const hour = hourIn(zone, instant);
    return hour < NOON ? 'Morning' : hour < EVENING ? 'Afternoon' : 'Evening';
  };
  return PARTS.map((part) => ({
    part,
    times: times.filter((time) => getPart(time) === part),
  })).filter(({ times }) => times.length > 0);
}
