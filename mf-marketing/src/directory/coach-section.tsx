import { paths } from '@carry/remote-kit/paths';
import { type ReactNode, Suspense } from 'react';
import { Await, Link } from 'react-router-dom';
import { Absent } from '../coach/facts';
import type { ListedCoach } from './api';
import { CoachCards } from './coach-cards';
import styles from './coach-section.module.css';

export interface CoachSectionProps {
  title: string;
  coaches: ListedCoach[] | Promise<ListedCoach[]>;
  game?: string;
  className?: string | undefined;
  fallback?: ReactNode;
}

export const CoachSection = ({ title, coaches, game, className, fallback }: CoachSectionProps) => (
  <Suspense>
    <Await resolve={coaches} errorElement={<Absent />}>
      {(coaches: ListedCoach[]) =>
        coaches.length === 0 ? (
          fallback
        ) : (
          <section className={className} aria-labelledby="coaches-title">
            <div className={styles.head}>
              <h2 id="coaches-title">{title}</h2>
              <Link to={paths.coaches + (game ? `?game=${game}` : '')}>See all coaches</Link>
            </div>
            <CoachCards coaches={coaches} />
          </section>
        )
      }
    </Await>
  </Suspense>
);
