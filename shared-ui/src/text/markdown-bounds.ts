/** In characters; longer texts are cut. */
export const MAX_LENGTH = 10_000;
/** Nested quotes and lists; the parser is recursive. */
const MAX_DEPTH = 20;
/** Emphasis marks; pairing takes quadratic time. */
const MAX_MARKS = 1000;

const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-+*]|\\d{1,9}[.)])){${MAX_DEPTH}}`, 'm');

/** Returns true if Markdown can be parsed in a few hundred milliseconds and without a stack overflow. */
export const isWithinBounds = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  !tooDeep.test(text) &&
  (text.match(/[*_]/g)?.length ?? 0) <= MAX_MARKS;
