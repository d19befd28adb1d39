/** Parses an ISO 8601 time; returns null if it is invalid. */
export const parseTime = (text: string | null | undefined) => {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? null : new Date(moment);
};
