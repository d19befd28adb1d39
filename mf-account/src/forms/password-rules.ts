/** What a new password needs, each rule with the words of the live list. */
const PASSWORD_MIN_LENGTH = 8;
const SPECIAL = /[!@#$%^&*?]/;

export const passwordRules: { text: string; holds(password: string): boolean }[] = [
  { text: `At least ${PASSWORD_MIN_LENGTH} characters`, holds: (password) => password.length >= PASSWORD_MIN_LENGTH },
  { text: 'A digit', holds: (password) => /\d/.test(password) },
  { text: 'One of ! @ # $ % ^ & * ?', holds: (password) => SPECIAL.test(password) },
];

/** What is wrong with a new password and its repetition, at the field that has to change; undefined when both are fine. */
export function passwordProblem(password: string, repeated: string): { password: string } | { repeated: string } | undefined {
  if (password !== repeated) return { repeated: 'Passwords do not match.' };
  if (passwordRules.every((rule) => rule.holds(password))) return undefined;
  return { password: 'Password must be at least 8 characters and include a number and special character.' };
}
