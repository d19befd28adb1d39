export const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with an email address as it was typed, or null. */
export function emailProblem(typed: string): string | null {
  const address = typed.trim();
  if (!address) return 'Email is required.';
  return EMAIL_ADDRESS.test(address) ? null : 'Please enter a valid email address.';
}
