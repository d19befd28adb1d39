import { ToastCard } from '@carry/ui';
import { type CSSProperties, useRef } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import styles from './toasts.module.css';
import { type Place, useClearPlace } from './use-clear-place';

const getStyle = (place: Place): CSSProperties | undefined => {
  if (place === 'away') return { position: 'fixed', visibility: 'hidden' };
  return place && place !== 'in the page' ? { position: 'fixed', ...place } : undefined;
};

/** Shows toasts where they cover no controls. */
export function Toasts() {
  const { notify } = useHost();
  const { toasts } = useStore(notify);
  const stack = useRef<HTMLDivElement>(null);
  const place = useClearPlace(stack, toasts.length);
  return (
    <div className={place === 'in the page' ? styles.row : styles.area}>
      <div ref={stack} className={styles.stack} style={getStyle(place)}>
        {toasts.map(({ id, message, action }) => (
          <ToastCard
            key={id}
            message={message}
            action={action}
            onDismiss={() => notify.dismiss(id)}
          />
        ))}
      </div>
    </div>
  );
}
