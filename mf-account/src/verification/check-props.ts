export interface CheckProps {
  /** Receives the token, or an empty string if it expires, fails or is used. */
  onChange(token: string): void;
  /** A new number requests a new token. */
  attempt: number;
}
