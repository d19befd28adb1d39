import { LoadMore, usePages } from '@carry/remote-kit';
import { summarizeRatings } from '@carry/remote-kit/answers';
import type { Coach, Review } from '@carry/remote-kit/api';
import { Card, Carousel, Portrait, Stars } from '@carry/ui';
import { useRef } from 'react';
import type { Reviews } from './api';
import { ReportReview } from './report-review';
import { ReviewSummary } from './review-summary';
import { ReviewText } from './review-text';
import styles from './reviews.module.css';
import { useReviewPages } from './use-reviews';

const DEFAULT_NAME = 'Anonymous';

export interface ReviewCarouselProps {
  coachId: string;
  coach: Coach;
  reviews: Reviews;
}

export function ReviewCarousel({ coachId, coach, reviews }: ReviewCarouselProps) {
  const pages = usePages(useReviewPages(coachId, reviews));
  const box = useRef<HTMLDivElement>(null);
  if (pages.rows.length === 0) {
    return (
      <section aria-label="Reviews">
        <h2>Reviews</h2>
        <p>No reviews yet — be the first after your session.</p>
      </section>
    );
  }
  return (
    <div ref={box}>
      <Carousel
        title="Reviews"
        noun="review"
        neighbors
        slides={pages.rows.map((review, index) => ({ key: index, content: slide(review) }))}
      >
        <ReviewSummary {...summarizeRatings(coach, reviews.rows)} />
      </Carousel>
      <div className={styles.more}>
        <LoadMore pages={pages} list={box} noun="reviews" />
      </div>
    </div>
  );
}

const slide = (review: Review) => (
  <Card className={styles.review}>
    <div className={styles.author}>
      <Portrait
        src={review.avatar_url}
        name={review.reviewer_name === DEFAULT_NAME ? null : review.reviewer_name}
        alt=""
        width="44"
        height="44"
        loading="lazy"
      />
      <div>
        <strong dir="auto">{review.reviewer_name || DEFAULT_NAME}</strong>
        <Stars rating={review.rating} />
        {review.verified && <small className={styles.verified}>Verified session</small>}
      </div>
    </div>
    <ReviewText>{review.comment}</ReviewText>
    {review.reply && (
      <div className={styles.reply}>
        <strong>The coach replied</strong>
        <ReviewText>{review.reply}</ReviewText>
      </div>
    )}
    <ReportReview review={review} />
  </Card>
);
