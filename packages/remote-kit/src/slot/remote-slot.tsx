import type { SlotProps } from '@carry/contracts/shell';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useShell } from '../route/remote';

interface RemoteSlotProps {
  /** Remote and slot, such as `mf-account.next-session`. `consumes` of `defineRemote` lists it. */
  name: string;
  /** JSON for the slot. A change shows the slot anew. */
  props?: SlotProps;
  /** Shown while the slot loads, and where it cannot be shown. */
  fallback?: ReactNode;
}

const unchanging = () => () => {};

/** Shows a part of another remote. If that remote is absent, slow or fails, the page shows `fallback`. */
export function RemoteSlot({ name, props = {}, fallback = null }: RemoteSlotProps) {
  const { mountSlot, rendering } = useShell();
  const json = JSON.stringify(props);
  const isServerHtml = useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  );
  const [hydrates] = useState(isServerHtml && rendering === 'browser');
  const key = `${name} ${json}`;
  const [shown, setShown] = useState(hydrates ? key : '');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const unmounting = new AbortController();
    const { signal } = unmounting;
    const onShown = (isShown: boolean) => setShown(isShown ? key : '');
    if (place.current) mountSlot?.({ name, props: json, element: place.current, onShown, signal });
    return () => {
      unmounting.abort();
      setShown('');
    };
  }, [mountSlot, name, json, key]);
  // React keeps the server's content of an element whose own content is a text
  const content = rendering === 'server' ? fallback : '';
  return (
    <>
      <div key={key} ref={place} data-slot={name} data-slot-props={json} suppressHydrationWarning>
        {content}
      </div>
      <template data-slot-end={name} />
      {shown !== key && rendering === 'browser' && fallback}
    </>
  );
}
