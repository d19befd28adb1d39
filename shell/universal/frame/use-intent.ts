import { type SyntheticEvent, useCallback } from 'react';

/** Handlers that warm the remote of a link when a visitor is about to follow it (pointer, focus, touch). */
export function useIntent(warm: ((pathname: string) => Promise<void>) | undefined) {
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
