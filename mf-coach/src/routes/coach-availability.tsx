import type { ShellApi } from '@carry/remote-kit';
import type { Availability, CoachCalendar } from '@carry/remote-kit/own-answers';
import { getAvailability } from '../availability/api';
import { AvailabilityForm } from '../availability/availability-form';
import { getCalendar } from '../calendar/api';
import { Calendars } from '../calendar/calendars';
import { coachPage } from '../own/own-page';
import { SettingsSkeleton } from '../own/own-skeletons';

interface Data {
  hours: Availability;
  /** Null if it could not be read. */
  calendar: CoachCalendar | null;
}

const Content = ({ data: { hours, calendar } }: { data: Data }) => (
  <>
    <AvailabilityForm data={hours} />
    {calendar && <Calendars data={calendar} />}
  </>
);

export const route = (shell: ShellApi) =>
  coachPage<Data>(shell, {
    title: 'Availability',
    subject: 'your hours',
    read: async ({ api }) => {
      const calendar = getCalendar(api).catch(() => null);
      return { hours: await getAvailability(api), calendar: await calendar };
    },
    Content,
    Skeleton: SettingsSkeleton,
  });
