import {
  type DayNumbers,
  formatMs,
  formatShare,
  type RemoteOverview,
  type SiteDay,
} from '@carry/contracts/console';

const MAX_RELEASES = 4;
const DAY_MS = 24 * 3_600_000;

export interface Series {
  label: string;
  /** One value for each time; null without a measurement. */
  values: (number | null)[];
}

interface Measure {
  title: string;
  read(numbers: DayNumbers): number | null;
  format(value: number): string;
}

export const measures: readonly Measure[] = [
  {
    title: 'Pages that failed',
    read: ({ failed, used }) => (used > 0 ? failed / used : null),
    format: (share) => formatShare(share, 1),
  },
  { title: 'LCP', read: ({ LCP }) => LCP, format: formatMs },
  { title: 'INP', read: ({ INP }) => INP, format: formatMs },
  { title: 'Server render', read: ({ render }) => render, format: formatMs },
];

export type DayRelease = SiteDay['releases'][number];

export function findReleases(
  day: SiteDay,
  { name, live, canary }: Pick<RemoteOverview, 'name' | 'live' | 'canary'>,
): DayRelease[] {
  const rank = ({ version, slots }: DayRelease) =>
    version === live?.version ? '9' : version === canary?.version ? '8' : (slots.at(-1)?.at ?? '');
  return day.releases
    .filter(({ remote }) => remote === name)
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1))
    .slice(0, MAX_RELEASES);
}

export const createSeries = (
  releases: readonly DayRelease[],
  times: readonly string[],
  { read }: Measure,
): Series[] =>
  releases.map(({ version, slots }) => {
    const byTime = new Map(slots.map((numbers) => [numbers.at, numbers]));
    const values = times.map((time) => {
      const numbers = byTime.get(time);
      return numbers ? read(numbers) : null;
    });
    return { label: version, values };
  });

export function createTimes({ slotMinutes }: SiteDay): string[] {
  const slotMs = slotMinutes * 60_000;
  const last = Math.floor(Date.now() / slotMs);
  const slots = Math.round(DAY_MS / slotMs);
  return Array.from({ length: slots }, (_, at) =>
    new Date((last - slots + 1 + at) * slotMs).toISOString(),
  );
}
