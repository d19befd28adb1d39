import { formatAge, formatTime } from './format';

/** A time relative to now; its tooltip is the date. */
export const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatAge(at)}
  </time>
);
