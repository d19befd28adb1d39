import { useIsNew } from '@carry/ui';
import { describeMoment } from './moment';

/** Next free start in the visitor's time zone, or in UTC until the page is hydrated. */
export function NextFree({ at }: { at: string | null | undefined }) {
  const isLocal = useIsNew();
  if (!at) return <>No free times right now</>;
  return (
    <>
      Next free <time dateTime={at}>{describeMoment(at, isLocal)}</time>
    </>
  );
}
