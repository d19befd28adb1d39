import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns true for a client render, false on the server and during hydration. */
export const useIsClientRender = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
