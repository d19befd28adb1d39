/** An ISO 8601 moment that a server wrote, or null where it is not one. */
export const momentOf = (text: string | null | undefined) => {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? null : new Date(moment);
};
