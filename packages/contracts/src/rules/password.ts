const MIN_LENGTH = 8;
export const MAX_PASSWORD = 1024;

export const passwordRules: readonly { text: string; holds(password: string): boolean }[] = [
  { text: `At least ${MIN_LENGTH} characters`, holds: (password) => password.length >= MIN_LENGTH },
  { text: 'A digit', holds: (password) => /\d/.test(password) },
  { text: 'One of ! @ # $ % ^ & * ?', holds: (password) => /[!@#$%^&*?]/.test(password) },
];

export const WEAK_PASSWORD = `Password must be at least ${MIN_LENGTH} characters and include a number and special character.`;

export const isStrong = (password: string): boolean =>
  passwordRules.every(({ holds }) => holds(password));
