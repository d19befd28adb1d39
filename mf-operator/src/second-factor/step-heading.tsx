import type { ReactNode } from 'react';

const focus = (heading: HTMLElement | null) => heading?.focus();

/** Heading of a step. It takes the focus, because the control that led here is gone. */
export const StepHeading = ({ children }: { children: ReactNode }) => (
  <h2 ref={focus} tabIndex={-1}>
    {children}
  </h2>
);
