import { useIsClientRender } from '@carry/ui';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MINUTE_MS = 60_000;

/** Returns "Fri, Nov 27, 2:00 PM" in the local time zone, or in UTC and marked so. `Intl` takes 40 ms to set up on a slow phone. */
export function describeMoment(at: string, isLocal: boolean): string {
  const instant = new Date(at);
  const offset = isLocal ? instant.getTimezoneOffset() * MINUTE_MS : 0;
  const clock = new Date(instant.getTime() - offset); // its UTC fields are the wall clock
  const hour = clock.getUTCHours();
  const minute = String(clock.getUTCMinutes()).padStart(2, '0');
  const day = `${DAYS[clock.getUTCDay()]}, ${MONTHS[clock.getUTCMonth()]} ${clock.getUTCDate()}`;
  return `${day}, ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}${isLocal ? '' : ' UTC'}`;
}

/** Next free start in the visitor's time zone, or in UTC until the page is hydrated. */
export function NextFree({ at }: { at: string | null | undefined }) {
  const isLocal = useIsClientRender();
  if (!at) return <>No free times right now</>;
  return (
    <>
      Next free <time dateTime={at}>{describeMoment(at, isLocal)}</time>
    </>
  );
}
