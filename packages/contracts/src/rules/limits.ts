import { formatCount } from './format';

// Length and value limits, enforced by forms, the API and the database.
export const MAX_EMAIL = 254;
export const MAX_NAME = 80;
export const MAX_TIME_ZONE = 60;
export const MAX_CONTACT = 200;
export const MAX_DETAILS = 4000;
export const MAX_COMMENT = 4000;
export const MAX_REASON = 1000;
export const MAX_NOTES = 20_000;
/** Hours or units per booking. */
export const MAX_QUANTITY = 100;
export const MAX_DESCRIPTION = 10_000;
export const MAX_OFFER = 500;
export const MAX_LABEL = 80;
export const MAX_PICTURE_WORDS = 120;
export const MAX_SERVICES = 12;
export const MAX_RANKS = 6;
export const MAX_GALLERY = 6;
/** Minimum of a card payment in USD, and so of a rate. */
export const MIN_RATE = 0.5;
export const MAX_RATE = 9999.99;
/** Maximum of one card payment in USD. */
export const MAX_PRICE = 999_999.99;
export const MAX_REPLY = 2000;
/** Minutes around a session. */
export const MAX_BUFFER = 240;
/** Minutes between booking and session. */
export const MAX_NOTICE = 14 * 24 * 60;
export const MAX_DAYS_AHEAD = 60;
export const MAX_WINDOWS = 6;
export const MAX_SPECIAL_DAYS = 120;
export const MAX_URL = 500;
/** Private calendar addresses contain long keys. */
export const MAX_CALENDAR_URL = 2000;
export const MAX_MESSAGE = 4000;
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILE_NAME = 120;
export const MAX_FILES_PER_MESSAGE = 10;

export const PAGE_ROWS = 20;
export const MAX_PAGE = 100;
export const MAX_GAMES = 5;
export const MAX_LANGUAGES = 8;
export const MAX_APPLICANT_RANK = 200;
export const MAX_LINKS = 1000;
export const MAX_PICTURE_BYTES = 5_000_000;
/** Lifetime of a mailed sign-in code, ms. */
export const CODE_MS = 10 * 60_000;
export const MAX_CURSOR = 80;
/** A browser sends a renewal without a reply again this many ms later, until half of the leeway is over. */
export const RENEWAL_REPEAT_MS = 4000;
/** The same after a lost reply, such as a network error, until half of the leeway is over. A network that changes needs a moment. */
export const RENEWAL_PAUSE_MS = RENEWAL_REPEAT_MS / 2;
/** A refresh token that is used again within this time gets the same successor. The last repeated renewal has three seconds to arrive. */
export const REUSE_LEEWAY_MS = RENEWAL_REPEAT_MS + 6000;
export const MIN_RATING = 1;
export const MAX_RATING = 5;

export const tooLong = (max: number): string =>
  `Please use at most ${formatCount(max)} characters.`;

const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]*$/u;

/** Trims a text as it will be stored. One without a visible character is empty. */
export const trimText = (text: string): string => (INVISIBLE.test(text) ? '' : text.trim());

/** Returns the length problem of a text, trimmed as it will be sent, or undefined. */
export const lengthProblem = (text: string, max: number): string | undefined =>
  trimText(text).length > max ? tooLong(max) : undefined;
