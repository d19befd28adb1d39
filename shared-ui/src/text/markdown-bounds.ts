/** Longer texts are cut. */
export const MAX_LENGTH = 10_000;
/** Quotes and lists inside each other: their parser calls itself. */
const MAX_DEPTH = 20;
/** Marks of emphasis: their pairing takes quadratic time. */
const MAX_MARKS = 1000;

const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${MAX_DEPTH}}`, 'm');

/** Whether markdown can be parsed in a few hundred milliseconds at most, and without running out of stack. */
export const isWithinBounds = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  !tooDeep.test(text) &&
  (text.match(/[*_]/g)?.length ?? 0) <= MAX_MARKS;
