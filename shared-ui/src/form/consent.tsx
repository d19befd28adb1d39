import type { ReactNode } from 'react';

export interface ConsentProps {
  /** The button's action, such as "registering". */
  by: string;
  /** Links. A site may lack either text. */
  terms: ReactNode;
  privacy: ReactNode;
  className?: string | undefined;
}

export const Consent = ({ by, terms, privacy, className }: ConsentProps) =>
  (terms || privacy) && (
    <p className={className}>
      {terms && (
        <>
          By {by} you agree to our {terms}. <br />
        </>
      )}
      {privacy && <>See {privacy} for how we use your details.</>}
    </p>
  );
