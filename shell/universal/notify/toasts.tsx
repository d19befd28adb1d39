import { ToastCard } from '@carry/ui';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import styles from './toasts.module.css';
import { useClearSide } from './use-clear-side';

export function Toasts() {
  const { notify } = useHost();
  const { toasts } = useStore(notify);
  const region = useRef<HTMLDivElement>(null);
  const side = useClearSide(region, toasts.length);
  return (
    <div ref={region} className={styles.region} data-side={side}>
      {toasts.map(({ id, message, action }) => (
        <ToastCard
          key={id}
          message={message}
          action={action}
          onDismiss={() => notify.dismiss(id)}
        />
      ))}
    </div>
  );
}
