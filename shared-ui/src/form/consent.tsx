import type { ReactNode } from 'react';

export interface ConsentProps {
  /** The button's action, such as "registering". */
  by: string;
  terms: ReactNode;
  privacy: ReactNode;
  className?: string | undefined;
}

/** Consent to terms and privacy policy, shown next to a submit button. */
export const Consent = ({ by, terms, privacy, className }: ConsentProps) => (
  <p className={className}>
    By {by} you agree to our {terms}. <br />
    See {privacy} for how we use your details.
  </p>
);
