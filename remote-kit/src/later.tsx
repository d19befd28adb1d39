import { StillBones, useIsNew } from '@carry/ui';
import { type ReactNode, useDeferredValue } from 'react';

/** Leaves a costly part of a page until the rest of it is painted, with `fallback` in its place; in the HTML of the server it stands from the start. */
export function Later({
  fallback,
  children,
}: {
  fallback: ReactNode;
  children: ReactNode;
}): ReactNode {
  const isNew = useIsNew();
  return useDeferredValue(true, !isNew) ? children : <StillBones>{fallback}</StillBones>;
}
