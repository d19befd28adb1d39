import { Card } from 'shared-ui';
import { testimonials } from './content';
import { Portrait } from './portrait';
import styles from './testimonials.module.css';
import { useRotation } from './use-rotation';

/** What students say, one at a time; it moves on by itself, pauses under the pointer and stops for the keyboard. */
export function TestimonialCarousel() {
  const { current, go, playing, setPlaying, setHeld } = useRotation(testimonials.length);
  return (
    <section
      aria-roledescription="carousel"
      aria-label="What students say"
      className={styles.carousel}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setPlaying(false)}
    >
      <h2>What students say</h2>
      <div className={styles.controls}>
        <button type="button" onClick={() => setPlaying(!playing)}>
          {playing ? 'Stop slide rotation' : 'Start slide rotation'}
        </button>
        <button type="button" aria-label="Previous testimonial" onClick={() => go(current - 1)}>
          ←
        </button>
        <button type="button" aria-label="Next testimonial" onClick={() => go(current + 1)}>
          →
        </button>
      </div>
      <div aria-live={playing ? 'off' : 'polite'} className={styles.slides}>
        {testimonials.map(({ name, quote, img }, index) => (
          <div
            key={name}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${testimonials.length}`}
            data-current={index === current || undefined}
            inert={index !== current}
          >
            <Card className={styles.card}>
              <Portrait colours={img} />
              <blockquote>
                <p>{quote}</p>
                <footer>{name}</footer>
              </blockquote>
            </Card>
          </div>
        ))}
      </div>
      <div className={styles.dots} role="group" aria-label="Choose a testimonial">
        {testimonials.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={`Testimonial ${index + 1}`}
            aria-disabled={index === current || undefined}
            onClick={() => go(index)}
          />
        ))}
      </div>
    </section>
  );
}
