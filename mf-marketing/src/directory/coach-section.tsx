import { paths } from '@carry/remote-kit/paths';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Await, Link } from 'react-router-dom';
import type { ListedCoach } from './api';
import { CoachCards } from './coach-cards';
import styles from './coach-section.module.css';
import { CoachesFailed } from './coaches-failed';

export interface CoachSectionProps {
  title: ReactNode;
  /** Null without a directory. */
  coaches: ListedCoach[] | null | Promise<ListedCoach[] | null>;
  game?: string;
  className?: string | undefined;
  /** Shown if there are no coaches, or no directory. */
  fallback?: ((hasDirectory: boolean) => ReactNode) | undefined;
  /** The rest of the page. It waits for the coaches, because their number decides where it begins, but not for long. */
  children: ReactNode;
}

/** Longest wait of the rest of the page for the coaches. */
const MAX_WAIT_MS = 2000;

/** Returns false until the coaches are there or late. */
function useReady(coaches: CoachSectionProps['coaches']): boolean {
  const [isReady, setReady] = useState(!(coaches instanceof Promise));
  useEffect(() => {
    if (isReady) return;
    const show = () => setReady(true);
    Promise.resolve(coaches).then(show, show);
    const timer = setTimeout(show, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [coaches, isReady]);
  return isReady;
}

export function CoachSection({
  title,
  coaches,
  game,
  className,
  fallback,
  children,
}: CoachSectionProps) {
  const isReady = useReady(coaches);
  return (
    <>
      <Suspense fallback={!isReady && <div className={styles.pending} />}>
        <Await resolve={coaches} errorElement={<CoachesFailed />}>
          {(coaches: ListedCoach[] | null) =>
            !coaches?.length ? (
              fallback?.(coaches !== null)
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
      {isReady && children}
    </>
  );
}
