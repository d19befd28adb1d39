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
/** A coach: what students read about them, in markdown. */
export const MAX_DESCRIPTION = 10_000;
/** The words of a coach's offer. */
export const MAX_OFFER = 500;
/** The name of a service. */
export const MAX_LABEL = 80;
/** Of a picture that stands for a fact, such as a rank. */
export const MAX_PICTURE_WORDS = 120;
export const MAX_SERVICES = 12;
export const MAX_RANKS = 6;
/** The least that the payment provider takes in one payment, in USD: the least price of an hour or a unit, too. */
export const MIN_RATE = 0.5;
/** The price of an hour or a unit, in USD. */
export const MAX_RATE = 9999.99;
/** The most that the payment provider takes in one payment, in USD. */
export const MAX_PRICE = 999_999.99;
/** What a coach says to a review. */
export const MAX_REPLY = 2000;
/** Minutes kept free around a session. */
export const MAX_BUFFER = 240;
/** Minutes between booking and session that a coach may ask for. */
export const MAX_NOTICE = 14 * 24 * 60;
/** Days ahead that times are offered. */
export const MAX_DAYS_AHEAD = 60;
/** Stretches of hours in one day. */
export const MAX_WINDOWS = 6;
/** Days with hours of their own. */
export const MAX_SPECIAL_DAYS = 120;
/** The address of a picture. */
export const MAX_URL = 500;
/** Stars of a review. */
export const MIN_RATING = 1;
export const MAX_RATING = 5;

/** Returns the sentence for a text that is longer than `max` characters; form and API say the same. */
export const tooLong = (max: number): string =>
  `Please use at most ${max.toLocaleString('en-US')} characters.`;

/** Returns what is wrong with the length of a text as it will be sent, or undefined. */
export const lengthProblem = (text: string, max: number): string | undefined =>
  text.trim().length > max ? tooLong(max) : undefined;
