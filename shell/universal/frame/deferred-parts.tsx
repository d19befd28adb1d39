import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import { whenIdle } from '../page/when-idle';

/** Loads the toasts and the bar of an expired session when the page is idle or with the first toast; toasts wait in the store. */
export function DeferredParts() {
  const { notify } = useHost();
  const { length } = useStore(notify).toasts;
  const [Parts, setParts] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Parts) return;
    const read = () =>
      void import(/* webpackChunkName: "idle" */ './idle-parts').then(
        (module) => setParts(() => module.IdleParts),
        () => {},
      );
    if (length === 0) return whenIdle(read);
    read();
  }, [length, Parts]);
  return Parts && <Parts />;
}
