import type { BookingPage, Message } from '@carry/contracts/own-answers';
import { Stars } from '@carry/ui';

export interface BookingReviewProps {
  review: NonNullable<BookingPage['review']>;
  reader: Message['author'];
  className: string | undefined;
  textClass: string | undefined;
}

export function BookingReview({ review, reader, className, textClass }: BookingReviewProps) {
  const title = reader === 'student' ? 'Your review' : "Your student's review";
  return (
    <section aria-label={title} className={className}>
      <h3>{title}</h3>
      <Stars rating={review.rating} />
      {review.comment && (
        <p dir="auto" className={textClass}>
          {review.comment}
        </p>
      )}
      {review.reply && (
        <p dir="auto" className={textClass}>
          <b>{reader === 'student' ? 'Reply:' : 'Your reply:'}</b> {review.reply}
        </p>
      )}
    </section>
  );
}
