const USUAL_WEEKS = 12;
const LONGER = [26, 52];

/** Choices of the page by its query parameter `weeks`. */
export const periods = [USUAL_WEEKS, ...LONGER].map(
  (weeks) => [weeks === USUAL_WEEKS ? '' : String(weeks), `${weeks} weeks`] as const,
);

/** Returns the number of weeks that an address asks for, or the usual one. */
export const weeksOf = (query: URLSearchParams): number =>
  LONGER.find((weeks) => String(weeks) === query.get('weeks')) ?? USUAL_WEEKS;
