import { useEffect } from 'react';
import { useShell } from './remote';

/** Marks the page's title while a form has errors. */
export function useErrorTitle(hasErrors: boolean): void {
  const { flagErrors } = useShell();
  useEffect(() => (hasErrors ? flagErrors() : undefined), [hasErrors, flagErrors]);
}
