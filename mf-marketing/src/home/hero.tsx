import type { Coach, Service } from '@carry/remote-kit/api';
import { Icon, shield, UnbrokenText } from '@carry/ui';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import climb from '../art/raster/home-640.avif';
import large from '../art/raster/home-1600.avif';
import type { Rating } from '../coach/api';
import { Absent, RatingLine, SessionsGiven } from '../coach/facts';
import { lowestRate } from '../coach/price';
import { picture } from '../games/picture';
import { GamePicker } from './game-picker';
import styles from './hero.module.css';

export const title = 'Level Up With World-Class Coaches';
export const subline = 'Pick your game, meet elite coaches, and start carrying—fast.';

const BLANK_LINE = '\u00a0';

export interface HeroProps {
  coach: Promise<Coach | null> | Coach | null;
  services: Promise<Service[]> | Service[];
  rating: Promise<Rating | null> | Rating | null;
}

export const Hero = ({ coach, services, rating }: HeroProps) => (
  <section className={styles.hero} data-stage>
    <img
      className={styles.scene}
      {...picture({ 640: climb, 1600: large })}
      sizes="(min-width: 60rem) 62vw, 45vw"
      alt=""
      width="1200"
      height="640"
      fetchPriority="high"
    />
    <div className={styles.words}>
      <h1 tabIndex={-1}>
        <UnbrokenText>{title}</UnbrokenText>
      </h1>
      <p className={styles.subline}>
        <UnbrokenText>{subline}</UnbrokenText>
      </p>
      <div className={styles.choice}>
        <GamePicker />
        <p className={styles.promise}>
          <Icon path={shield} />
          <span>
            <Suspense fallback={<strong>{BLANK_LINE}</strong>}>
              <Await resolve={services} errorElement={<Absent />}>
                {(services: Service[]) => <From services={services} />}
              </Await>
            </Suspense>
            Your money back if you're not satisfied.
          </span>
        </p>
      </div>
      <div className={styles.proof}>
        <Suspense>
          <Await resolve={rating} errorElement={<Absent />}>
            {(rating: Rating | null) => rating && <RatingLine rating={rating} />}
          </Await>
        </Suspense>
        <Suspense>
          <Await resolve={coach} errorElement={<Absent />}>
            {(coach: Coach | null) => <SessionsGiven coach={coach} />}
          </Await>
        </Suspense>
      </div>
    </div>
  </section>
);

function From({ services }: { services: Service[] }) {
  const rate = lowestRate(services);
  return rate && <strong>From {rate}/hour. </strong>;
}
