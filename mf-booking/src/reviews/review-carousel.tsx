import { LoadMore, usePages } from '@carry/remote-kit';
import { type RatingSummary, summarizeRatings } from '@carry/remote-kit/answers';
import type { Coach, Review } from '@carry/remote-kit/api';
import { Button, Card, Carousel, Portrait, Stars } from '@carry/ui';
import { useId, useRef, useState } from 'react';
import type { Reviews } from './api';
import { ReportReview } from './report-review';
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
  const slide = useRef<HTMLDivElement>(null);
  if (pages.rows.length === 0) {
    return (
      <section aria-label="Reviews">
        <h2>Reviews</h2>
        <p>No reviews yet — be the first after your session.</p>
      </section>
    );
  }
  return (
    <div>
      <Carousel
        title="Reviews"
        noun="review"
        neighbors
        target={pages.shownBefore ?? 0}
        slide={slide}
        slides={pages.rows.map((review, index) => ({ key: index, content: print(review) }))}
      >
        <ReviewSummary {...summarizeRatings(coach, reviews.rows)} />
      </Carousel>
      <div className={styles.more}>
        <LoadMore pages={pages} list={slide} noun="reviews" />
      </div>
    </div>
  );
}

const print = (review: Review) => (
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

const RATINGS = [5, 4, 3, 2, 1] as const;

function ReviewSummary({ average, count, byStars }: RatingSummary) {
  return (
    <div className={styles.summary}>
      <p>
        <strong>{average.toFixed(1)}</strong>{' '}
        <span>
          <Stars rating={average} /> {count} {count === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      <ul>
        {RATINGS.map((stars) => {
          const number = byStars[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <meter min={0} max={count} value={number} aria-label={`${stars} stars`} />
              <span>{number}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Longer texts are collapsed behind "Read more". */
const MAX_LETTERS = 320;
const MAX_LINES = 6;

const isLong = (text: string) => text.length > MAX_LETTERS || text.split('\n').length > MAX_LINES;

function ReviewText({ children: text }: { children: string }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const long = isLong(text);
  return (
    <>
      <p id={id} dir="auto" className={styles.comment} data-short={(long && !whole) || undefined}>
        {text}
      </p>
      {long && (
        <Button
          variant="quiet"
          small
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Read more'}
        </Button>
      )}
    </>
  );
}
