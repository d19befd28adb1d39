import { isApiError, useShell } from '@carry/remote-kit';

/** Returns a function that shows why a change failed. It resolves to true, and calls `onRefused`, if the session has changed meanwhile (409). */
export function useRefusal(onRefused: () => void) {
  const { notify } = useShell();
  return async (message: string, error: unknown): Promise<boolean> => {
    await notify.alert(message, (isApiError(error) && error.detail) || undefined);
    const isOutdated = isApiError(error) && error.status === 409;
    if (isOutdated) onRefused();
    return isOutdated;
  };
}
