import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { whenIdle } from '../page/when-idle';

/** Loads the toasts' code when the page is idle or with the first toast; toasts wait in the store. */
export function DeferredToasts() {
  const { notify } = useHost();
  const { length } = useStore(notify).toasts;
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toasts) return;
    const read = () =>
      void import(/* webpackChunkName: "idle" */ './toasts').then(
        (module) => setToasts(() => module.Toasts),
        () => {},
      );
    if (length === 0) return whenIdle(read);
    read();
  }, [length, Toasts]);
  return Toasts && <Toasts />;
}
