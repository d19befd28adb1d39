import { type SyntheticEvent, useCallback, useRef, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router-dom';
import { HeadManager } from '../head/head-manager';
import { useHost } from '../host/host';
import { Question } from '../notify/question';
import { DeferredParts } from './deferred-parts';
import { Footer } from './footer';
import styles from './frame.module.css';
import { Header } from './header';
import { PersonalOutlet } from './personal-outlet';
import { ScrollPosition } from './scroll-position';
import { useArrival } from './use-arrival';

export function Frame() {
  const { composition } = useHost();
  const main = useRef<HTMLElement>(null);
  const announcement = useArrival(main);
  const intent = useIntent(composition?.warm);
  const { state } = useNavigation();
  return (
    <div className={styles.frame} {...intent}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {state !== 'idle' && <div className={styles.progress} aria-hidden="true" />}
      <Header />
      <OfflineBar />
      <DeferredParts />
      <main id="main" className={styles.main} tabIndex={-1} ref={main}>
        <PersonalOutlet />
      </main>
      <Footer />
      <Question />
      <HeadManager />
      <p className={styles.announcer} role="status" aria-live="polite">
        {announcement}
      </p>
      {composition && <ScrollPosition />}
    </div>
  );
}

function useIntent(warm: ((pathname: string) => Promise<void>) | undefined) {
  const onIntent = useCallback(
    ({ target }: SyntheticEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      if (link instanceof HTMLAnchorElement && link.origin === location.origin)
        void warm?.(link.pathname);
    },
    [warm],
  );
  return warm ? { onPointerOver: onIntent, onFocus: onIntent, onTouchStart: onIntent } : {};
}

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

function OfflineBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          You're offline. We'll keep what you typed and load the rest when you're back.
        </p>
      )}
    </div>
  );
}
