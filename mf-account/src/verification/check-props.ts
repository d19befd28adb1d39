export interface CheckProps {
  /** Gets the token, or an empty string when it is used up, expires or fails. */
  onChange(token: string): void;
  /** A new number asks for a new token. */
  attempt: number;
}
