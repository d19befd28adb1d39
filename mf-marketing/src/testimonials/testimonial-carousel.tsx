import { assetPath } from '@carry/remote-kit';
import { Card, Carousel } from '@carry/ui';
import { testimonials } from './content';
import styles from './testimonials.module.css';

/** Interval given by the specification. */
export const TESTIMONIAL_INTERVAL_MS = 5000;

export const TestimonialCarousel = () => (
  <Carousel
    title="What students say"
    noun="testimonial"
    intervalMs={TESTIMONIAL_INTERVAL_MS}
    dots
    slides={testimonials.map(({ name, quote, img, game }) => ({
      key: name,
      content: (
        <Card className={styles.card}>
          <img
            src={assetPath(img)}
            alt=""
            width="160"
            height="160"
            loading="lazy"
            decoding="async"
          />
          <blockquote>
            <p>{quote}</p>
            <footer>
              <b>{name}</b> · {game}
            </footer>
          </blockquote>
        </Card>
      ),
    }))}
  />
);
