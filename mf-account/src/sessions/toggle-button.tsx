import { Button } from '@carry/ui';
import type { ReactNode } from 'react';

export interface ToggleButtonProps {
  /** The id of the form that it opens and closes. */
  form: string;
  open: boolean;
  onClick(): void;
  children: ReactNode;
}

/** Opens and closes a form of its session. */
export const ToggleButton = ({ form, open, onClick, children }: ToggleButtonProps) => (
  <Button variant="quiet" aria-expanded={open} aria-controls={form} onClick={onClick}>
    {children}
  </Button>
);
