import { Stars } from './stars';

/** "★★★★★ 4.6 13 reviews". */
export const AverageRating = ({ average, count }: { average: number; count: number }) => (
  <>
    <Stars rating={average} /> <strong>{average.toFixed(1)}</strong> {count}{' '}
    {count === 1 ? 'review' : 'reviews'}
  </>
);
