import { lazy, Suspense } from 'react';
import styles from './drawings.module.css';

/** Details come when the browser is idle, so that they show offline; without their chunk, the place stays empty. */
const load = (name: keyof typeof import('./drawings')) =>
  lazy(() =>
    import(/* webpackChunkName: "idle" */ './drawings').then(
      (drawings) => ({ default: drawings[name] }),
      () => new Promise<never>(() => {}),
    ),
  );

const details = { cracked: load('CrackedScreen'), lost: load('LostMap') };

export function Drawing({ name }: { name: keyof typeof details }) {
  const Details = details[name];
  return (
    <svg className={styles.drawing} data-stage viewBox="0 0 240 180" aria-hidden="true">
      <Suspense>
        <Details />
      </Suspense>
    </svg>
  );
}
