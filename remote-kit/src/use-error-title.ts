import { useEffect } from 'react';
import { useShell } from './remote';

/** The page's title says that a form on it has errors, while it has; a shell from before this leaves the title as it is. */
export function useErrorTitle(hasErrors: boolean): void {
  const { flagErrors } = useShell();
  useEffect(() => (hasErrors ? flagErrors?.() : undefined), [hasErrors, flagErrors]);
}
