import { lengthProblem, MAX_EMAIL } from './limits';

/**
 * One mailbox in its only spelling: an ASCII dot-atom of at most 64 characters (RFC 5321) at a domain with at least two labels. Excludes
 * display names, comments, lists, quoted names, IP addresses and look-alikes, which mail software reads as another address.
 */
export const EMAIL_ADDRESS =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i;

export function emailProblem(typed: string): string | null {
  const address = typed.trim();
  if (!address) return 'Email is required.';
  const long = lengthProblem(address, MAX_EMAIL);
  if (long) return long;
  return EMAIL_ADDRESS.test(address) ? null : 'Please enter a valid email address.';
}
