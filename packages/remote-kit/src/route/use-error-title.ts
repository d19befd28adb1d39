import { useEffect } from 'react';
import { useShell } from './remote';

/** The page's title says that a form on it has errors, while it has. */
export function useErrorTitle(hasErrors: boolean): void {
  const { flagErrors } = useShell();
  useEffect(() => (hasErrors ? flagErrors() : undefined), [hasErrors, flagErrors]);
}
