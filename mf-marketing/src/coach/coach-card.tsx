import { FailureReference, Retry } from '@carry/remote-kit';
import type { Coach } from '@carry/remote-kit/api';
import { Card, check, Icon } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router-dom';
import { specialties } from '../games/content';
import styles from './coach.module.css';
import { AboutSkeleton } from './coach-skeleton';

export interface CoachCardProps {
  coach: Coach | null | Promise<Coach | null>;
  fallback: ReactNode;
}

export const CoachCard = ({ coach, fallback }: CoachCardProps) => (
  <Suspense fallback={<About text={<AboutSkeleton />} />}>
    <Await resolve={coach} errorElement={<About text={<CoachFailed />} />}>
      {(coach: Coach | null) =>
        coach ? (
          <About text={<LazyMarkdown under={2}>{coach.description}</LazyMarkdown>} />
        ) : (
          fallback
        )
      }
    </Await>
  </Suspense>
);

const About = ({ text }: { text: ReactNode }) => (
  <section className={styles.meet} aria-labelledby="coach-title">
    <div className={styles.about}>
      <h2 id="coach-title">Meet your coach</h2>
      {text}
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
      <p>We couldn't load the coach, but you can still book.</p>
      <FailureReference />
      <Retry />
    </div>
  );
}
