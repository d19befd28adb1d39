import { useState } from 'react';

export interface CheckProps {
  /** Receives the token, or an empty string if it expires, fails or is used. */
  onChange(token: string): void;
  /** A new number requests a new token. */
  attempt: number;
}

export const NOT_VERIFIED = 'Please complete the reCAPTCHA.';

/** Holds the single-use verification token; `renew` requests another. */
export function useVerified() {
  const [token, setToken] = useState('');
  const [attempt, setAttempt] = useState(0);
  const renew = () => {
    setToken('');
    setAttempt((attempt) => attempt + 1);
  };
  return { token, renew, check: { onChange: setToken, attempt } };
}
