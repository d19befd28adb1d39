import { FailureReference, Retry } from '@carry/remote-kit';
import type { Coach } from '@carry/remote-kit/api';
import { Card, check, Icon } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import { specialties } from '../games/content';
import styles from './coach.module.css';
import { AboutSkeleton } from './coach-skeleton';

/** The featured coach: who, and what for. */
export const CoachCard = ({ coach }: { coach: Coach | Promise<Coach> }) => (
  <section className={styles.meet} aria-labelledby="coach-title">
    <div className={styles.about}>
      <h2 id="coach-title">Meet your coach</h2>
      <Suspense fallback={<AboutSkeleton />}>
        <Await resolve={coach} errorElement={<CoachFailed />}>
          {(coach: Coach) => <LazyMarkdown under={2}>{coach.description}</LazyMarkdown>}
        </Await>
      </Suspense>
    </div>
    <Card>
      <h3>Specialties</h3>
      <ul className={styles.ticks}>
        {specialties.map((specialty) => (
          <li key={specialty}>
            <Icon path={check} /> {specialty}
          </li>
        ))}
      </ul>
    </Card>
  </section>
);

function CoachFailed() {
  return (
    <div role="alert">
      <p>The coach could not be loaded, but booking works.</p>
      <FailureReference />
      <Retry />
    </div>
  );
}
