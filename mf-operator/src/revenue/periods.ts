const USUAL_WEEKS = 12;

/** Choices of the page by its query parameter `weeks`; '' is the usual one. */
export const periods = { '': '12 weeks', '26': '26 weeks', '52': '52 weeks' } as const;

/** Returns the number of weeks that an address asks for, or the usual one. */
export const weeksOf = (query: URLSearchParams): number => {
  const weeks = query.get('weeks');
  return weeks && Object.hasOwn(periods, weeks) ? Number(weeks) : USUAL_WEEKS;
};
