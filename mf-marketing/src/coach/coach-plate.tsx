import type { Coach } from '@carry/remote-kit/api';
import { Portrait } from '@carry/ui';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import type { Rating } from './api';
import styles from './coach.module.css';
import { PlateSkeleton, RatingSkeleton } from './coach-skeleton';
import { Absent, Ranks, RatingLine } from './facts';

export interface CoachPlateProps {
  coach: Coach | null | Promise<Coach | null>;
  rating: Rating | null | Promise<Rating | null>;
}

export const CoachPlate = ({ coach, rating }: CoachPlateProps) => (
  <Suspense fallback={<PlateSkeleton />}>
    <Await resolve={coach} errorElement={<Absent />}>
      {(coach: Coach | null) =>
        coach && (
          <figure className={styles.plate} aria-label={coach.name}>
            <Portrait
              className={styles.portrait}
              src={coach.image_url}
              name={coach.name}
              alt=""
              width="800"
              height="960"
              fetchPriority="high"
            />
            <figcaption>
              <div className={styles.name}>
                <strong dir="auto">{coach.name}</strong>
                <Suspense fallback={<RatingSkeleton />}>
                  <Await resolve={rating} errorElement={<Absent />}>
                    {(rating: Rating | null) => rating && <RatingLine rating={rating} />}
                  </Await>
                </Suspense>
              </div>
              <Ranks coach={coach} />
            </figcaption>
          </figure>
        )
      }
    </Await>
  </Suspense>
);
