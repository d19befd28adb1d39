import { summarizeRatings } from '@carry/remote-kit/answers';
import type { Coach, Review } from '@carry/remote-kit/api';
import { Card, Carousel, Portrait, Stars } from '@carry/ui';
import { ReportReview } from './report-review';
import { ReviewSummary } from './review-summary';
import { ReviewText } from './review-text';
import styles from './reviews.module.css';

const DEFAULT_NAME = 'Anonymous';

/** All reviews of a coach, circular: the current one, between the ones before and after. */
export function ReviewCarousel({ coach, reviews }: { coach: Coach; reviews: Review[] }) {
  if (reviews.length === 0) {
    return (
      <section aria-label="Reviews">
        <h2>Reviews</h2>
        <p>No reviews yet — be the first after your session.</p>
      </section>
    );
  }
  return (
    <Carousel
      title="Reviews"
      noun="review"
      neighbours
      slides={reviews.map((review, index) => ({ key: index, content: slide(review) }))}
    >
      <ReviewSummary {...summarizeRatings(coach, reviews)} />
    </Carousel>
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
