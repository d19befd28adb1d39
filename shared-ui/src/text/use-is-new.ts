import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this is rendered in a browser, and not to take over what a server has rendered. */
export const useIsNew = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
