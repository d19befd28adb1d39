import { Card, Carousel } from 'shared-ui';
import { testimonials } from './content';
import { Portrait } from './portrait';
import styles from './testimonials.module.css';

/** How long a testimonial stays before the next one comes by itself. */
export const TESTIMONIAL_INTERVAL_MS = 5000;

/** What students say, one at a time. */
export const TestimonialCarousel = () => (
  <Carousel
    title="What students say"
    noun="testimonial"
    intervalMs={TESTIMONIAL_INTERVAL_MS}
    dots
    slides={testimonials.map(({ name, quote, img }) => ({
      key: name,
      content: (
        <Card className={styles.card}>
          <Portrait colours={img} />
          <blockquote>
            <p>{quote}</p>
            <footer>{name}</footer>
          </blockquote>
        </Card>
      ),
    }))}
  />
);
