import type { Review } from 'contracts/api';
import { useState } from 'react';
import { Button, Card, Stars } from 'shared-ui';
import { Avatar } from './avatar';
import { ReportReview } from './report-review';
import { ReviewSummary } from './review-summary';
import styles from './reviews.module.css';

const DEFAULT_NAME = 'Anonymous';

/** All reviews of a coach, circular; on wide screens the neighbours of the current one show beside it. */
export function ReviewCarousel({ reviews }: { reviews: Review[] }) {
  const [current, setCurrent] = useState(0);
  const at = (offset: number) => (current + offset + reviews.length) % reviews.length;
  if (reviews.length === 0) {
    return (
      <section aria-label="Reviews">
        <h2>Reviews</h2>
        <p>No reviews yet — be the first after your session.</p>
      </section>
    );
  }
  const shown = reviews.length > 2 ? [at(-1), current, at(1)] : [current];
  return (
    <section aria-roledescription="carousel" aria-label="Reviews" className={styles.carousel}>
      <h2>Reviews</h2>
      <ReviewSummary reviews={reviews} />
      <div className={styles.slides} aria-live="polite">
        {shown.map((index) => (
          <Slide key={index} review={reviews[index] as Review} position={`${index + 1} of ${reviews.length}`} current={index === current} />
        ))}
      </div>
      {reviews.length > 1 && (
        <div className={styles.arrows}>
          <Button variant="quiet" aria-label="Previous review" onClick={() => setCurrent(at(-1))}>
            ←
          </Button>
          <Button variant="quiet" aria-label="Next review" onClick={() => setCurrent(at(1))}>
            →
          </Button>
        </div>
      )}
    </section>
  );
}

const Slide = ({ review, position, current }: { review: Review; position: string; current: boolean }) => (
  <div
    role="group"
    aria-roledescription="slide"
    aria-label={position}
    className={styles.slide}
    data-current={current || undefined}
    inert={!current}
  >
    <Card>
      <div className={styles.author}>
        {review.avatar_url ? <img src={review.avatar_url} alt="" width="44" height="44" loading="lazy" /> : <Avatar />}
        <div>
          <strong>{review.reviewer_name || DEFAULT_NAME}</strong>
          <Stars rating={review.rating} />
          {review.verified && <small className={styles.verified}>Verified session</small>}
        </div>
      </div>
      <p className={styles.comment}>{review.comment}</p>
      <ReportReview review={review} />
    </Card>
  </div>
);
