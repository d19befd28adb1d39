/** An error in one line for the log: its name, code and own words. Words that another system chose (an SMTP reply, a payment provider) may hold an address; leave those out with `code` alone. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return `${error.name}: ${error.message}`;
}
