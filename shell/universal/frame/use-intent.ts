import { type SyntheticEvent, useCallback } from 'react';

/** Returns handlers that preload a link's remote on hover, focus or touch. */
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
