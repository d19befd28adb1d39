import { type ReactNode, type Ref, useRef } from 'react';
import { arrowLeft, arrowRight, Icon, pause, play } from '../media/icon';
import styles from './carousel.module.css';
import { useRotation } from './use-rotation';

export interface CarouselProps {
  title: string;
  /** Names a slide, as in "Next review". */
  noun: string;
  slides: { key: string | number; content: ReactNode }[];
  /** Rotates automatically, with a stop button. In ms. */
  intervalMs?: number;
  dots?: boolean;
  neighbors?: boolean;
  /** Index of the slide to show; a change goes to another one. */
  target?: number;
  /** Gets the current slide, which scripts can focus. */
  slide?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** A circular carousel; arrows only with more than one slide. Rotation pauses on hover and stops on keyboard focus. */
export function Carousel({
  title,
  noun,
  slides,
  intervalMs,
  dots,
  neighbors,
  target = 0,
  slide,
  children,
}: CarouselProps) {
  const box = useRef<HTMLElement>(null);
  const { current, go, playing, setPlaying, setPaused } = useRotation(box, {
    count: slides.length,
    intervalMs,
    target,
  });
  const at = (offset: number) => (current + offset + slides.length) % slides.length;
  const around =
    slides.length > 2
      ? [at(-1), current, at(1)]
      : slides.length === 2
        ? [current, at(1)]
        : [current];
  const shown = neighbors ? around : slides.map((_, index) => index);
  return (
    <section
      ref={box}
      aria-roledescription="carousel"
      aria-label={title}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setPlaying(false)}
    >
      <div className={styles.top}>
        <h2>{title}</h2>
        {slides.length > 1 && (
          <Controls
            noun={noun}
            playing={intervalMs === undefined ? null : playing}
            onPlay={setPlaying}
            onGo={(offset) => go(current + offset)}
          />
        )}
      </div>
      {children}
      <div
        aria-live={playing ? 'off' : 'polite'}
        className={neighbors ? styles.row : styles.stack}
        data-sides={around.length - 1}
      >
        {shown.map((index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles
          <div
            key={slides[index]?.key}
            ref={index === current ? slide : undefined}
            tabIndex={slide && index === current ? -1 : undefined}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            data-current={index === current || undefined}
            inert={index !== current}
          >
            {slides[index]?.content}
          </div>
        ))}
      </div>
      {dots && <Dots noun={noun} keys={slides.map(({ key }) => key)} current={current} onGo={go} />}
    </section>
  );
}

interface ControlsProps {
  noun: string;
  playing: boolean | null;
  onPlay(playing: boolean): void;
  onGo(offset: number): void;
}

const Controls = ({ noun, playing, onPlay, onGo }: ControlsProps) => (
  <div className={styles.controls}>
    {playing !== null && (
      <button type="button" className={styles.rotation} onClick={() => onPlay(!playing)}>
        <Icon path={playing ? pause : play} />
        <span>{playing ? 'Stop slide rotation' : 'Start slide rotation'}</span>
      </button>
    )}
    <button type="button" aria-label={`Previous ${noun}`} onClick={() => onGo(-1)}>
      <Icon path={arrowLeft} />
    </button>
    <button type="button" aria-label={`Next ${noun}`} onClick={() => onGo(1)}>
      <Icon path={arrowRight} />
    </button>
  </div>
);

interface DotsProps {
  noun: string;
  keys: (string | number)[];
  current: number;
  onGo(index: number): void;
}

const Dots = ({ noun, keys, current, onGo }: DotsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles
  <div className={styles.dots} role="group" aria-label={`Choose a ${noun}`}>
    {keys.map((key, index) => (
      <button
        key={key}
        type="button"
        aria-label={`${noun[0]?.toUpperCase()}${noun.slice(1)} ${index + 1}`}
        aria-disabled={index === current || undefined}
        onClick={() => onGo(index)}
      />
    ))}
  </div>
);
