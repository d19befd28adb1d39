import { Banner } from 'shared-ui';
import type { BookingErrors } from './validate';

/** All problems at once, when there are two or more; each leads to its field. */
export function ErrorSummary({ errors }: { errors: BookingErrors }) {
  const found = Object.entries(errors);
  if (found.length < 2) return null;
  return (
    <Banner tone="danger" id="booking-problem" tabIndex={-1} role="group" aria-labelledby="booking-problem-title">
      <p id="booking-problem-title">
        <strong>There is a problem</strong>
      </p>
      <ul>
        {found.map(([field, message]) => (
          <li key={field}>
            <a href={`#booking-${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
