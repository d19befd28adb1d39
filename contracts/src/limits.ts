// The bounds of what people write. The API refuses more, the database too; a form says so before it sends.
export const MAX_EMAIL = 254;
/** The name that stands with a review. */
export const MAX_NAME = 80;
/** How the coach reaches the student. */
export const MAX_CONTACT = 200;
/** What the student wants to work on. */
export const MAX_DETAILS = 4000;
/** The words of a review. */
export const MAX_COMMENT = 4000;
/** Why a payment shall go back, a review is reported or hidden. */
export const MAX_REASON = 1000;
/** What a coach writes about a booking, for themselves. */
export const MAX_NOTES = 20_000;
/** Hours or units in one booking. */
export const MAX_QUANTITY = 100;
