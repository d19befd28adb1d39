import type { ReactNode } from 'react';

export interface ConsentProps {
  /** What somebody does by pressing the button, such as "registering". */
  by: string;
  /** Link to the terms. */
  terms: ReactNode;
  /** Link to the privacy policy. */
  privacy: ReactNode;
  className?: string | undefined;
}

/** What somebody agrees to who leaves an address; stands beside the button that sends it. */
export const Consent = ({ by, terms, privacy, className }: ConsentProps) => (
  <p className={className}>
    By {by} you agree to our {terms}. See {privacy} for how we use your email.
  </p>
);
