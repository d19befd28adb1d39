import { paths } from '@carry/remote-kit/paths';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Await, Link } from 'react-router-dom';
import type { ListedCoach } from './api';
import { CoachCards } from './coach-cards';
import styles from './coach-section.module.css';

export interface CoachSectionProps {
  title: string;
  coaches: ListedCoach[] | Promise<ListedCoach[]>;
  game?: string;
  className?: string | undefined;
  /** Shown if there are no coaches, or no directory. */
  fallback?: ReactNode;
  /** The rest of the page. It waits for the coaches, because their number decides where it begins, but not for long. */
  children: ReactNode;
}

/** Longest wait of the rest of the page for the coaches. */
const MAX_WAIT_MS = 2000;

/** Keeps the place of the coaches. Shows the rest of the page when they take long. */
function Pending({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, MAX_WAIT_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : <div className={styles.pending} />;
}

export const CoachSection = ({
  title,
  coaches,
  game,
  className,
  fallback,
  children,
}: CoachSectionProps) => (
  <Suspense fallback={<Pending>{children}</Pending>}>
    <Await resolve={coaches}>
      {(coaches: ListedCoach[]) => (
        <>
          {coaches.length === 0 ? (
            fallback
          ) : (
            <section className={className} aria-labelledby="coaches-title">
              <div className={styles.head}>
                <h2 id="coaches-title">{title}</h2>
                <Link to={paths.coaches + (game ? `?game=${game}` : '')}>See all coaches</Link>
              </div>
              <CoachCards coaches={coaches} />
            </section>
          )}
          {children}
        </>
      )}
    </Await>
  </Suspense>
);
