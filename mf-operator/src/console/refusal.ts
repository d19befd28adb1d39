import { isApiError, useShell } from '@carry/remote-kit';
import { useRevalidator } from 'react-router-dom';

export const getRefusal = (
  failure: unknown,
  fallback = "That didn't work. Please try again.",
): string => (isApiError(failure) && failure.detail) || fallback;

/** True if the console is locked: its session has ended, or the account is no operator anymore. */
const isLocked = (failure: unknown) => isApiError(failure) && failure.status === 403;

/** True if the object has changed since the operator read it. */
export const isConflict = (failure: unknown) => isApiError(failure) && failure.status === 409;

/** Text for an action that failed. It stays on screen while the page asks for the code. */
export const getFailure = (failure: unknown, fallback?: string): string =>
  isLocked(failure)
    ? "The console was locked, so this didn't go through. Unlock it and try again."
    : getRefusal(failure, fallback);

/** Returns a function that returns the error for a form. A locked console loads the page again, which asks for the code. */
export function useRefusal(): (failure: unknown) => string {
  const { revalidate } = useRevalidator();
  return (failure) => {
    if (isLocked(failure)) void revalidate();
    return getFailure(failure);
  };
}

/** Like {@link useRefusal} for a form with a code: a 403 may be about the code, and the page shows whether the console is locked. */
export function useCodeRefusal(): (failure: unknown) => string {
  const { revalidate } = useRevalidator();
  return (failure) => {
    if (isLocked(failure)) void revalidate();
    return getRefusal(failure);
  };
}

/** Like {@link useRefusal} for a button: shows the error in a dialog first, below `title` if there is one. */
export function useRefusalAlert(title?: string): (failure: unknown) => Promise<void> {
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  return async (failure) => {
    if (title) await notify.alert(title, getFailure(failure, 'Please try again.'));
    else await notify.alert(getFailure(failure));
    if (isLocked(failure)) await revalidate();
  };
}
