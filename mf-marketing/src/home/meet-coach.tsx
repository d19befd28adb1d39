import { useShell } from '@carry/remote-kit';
import type { Coach } from '@carry/remote-kit/api';
import { firstParagraph } from '@carry/remote-kit/first-paragraph';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { Card, LinkButton, Portrait } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link } from 'react-router-dom';
import type { Rating } from '../coach/api';
import { Absent, Ranks, RatingLine } from '../coach/facts';
import styles from './home.module.css';

export interface MeetCoachProps {
  coach: Promise<Coach | null> | Coach | null;
  rating: Promise<Rating | null> | Rating | null;
}

/** The featured coach, left out if loading fails. */
export function MeetCoach({ coach, rating }: MeetCoachProps) {
  const booking = paths.booking(featuredCoach(useShell().site));
  return (
    <Suspense>
      <Await resolve={coach} errorElement={<Absent />}>
        {(coach: Coach | null) =>
          coach && (
            <section className={styles.section} aria-label="Your coach">
              <Card className={styles.meet}>
                <Portrait
                  className={styles.portrait}
                  src={coach.image_url}
                  name={coach.name}
                  alt=""
                  width="800"
                  height="960"
                  loading="lazy"
                  fetchPriority="low"
                  decoding="async"
                />
                <div>
                  <h2 dir="auto">{coach.name}</h2>
                  <Suspense>
                    <Await resolve={rating} errorElement={<Absent />}>
                      {(rating: Rating | null) => rating && <RatingLine rating={rating} />}
                    </Await>
                  </Suspense>
                  <p className={styles.line} dir="auto">
                    {firstParagraph(coach.description)}
                  </p>
                  <Ranks coach={coach} />
                  <p className={styles.ways}>
                    <LinkButton as={Link} to={booking} variant="quiet">
                      See times and prices
                    </LinkButton>
                    <Link to={paths.howItWorks}>How a session works</Link>
                  </p>
                </div>
              </Card>
            </section>
          )
        }
      </Await>
    </Suspense>
  );
}
