/** Customer messages by decline code (https://docs.stripe.com/declines/codes). */
export const declines = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  lost_card: 'Your card was declined.',
  stolen_card: 'Your card was declined.',
} as const;

export type DeclineCode = keyof typeof declines;

export const isDeclineCode = (code: string): code is DeclineCode => Object.hasOwn(declines, code);

/** Decline codes that are error codes, too; the others have the error code `card_declined`. */
const ERROR_CODES = new Set<DeclineCode>(['expired_card', 'incorrect_cvc', 'processing_error']);

export const paymentError = (code: DeclineCode) => ({
  type: 'card_error',
  code: ERROR_CODES.has(code) ? code : 'card_declined',
  decline_code: code,
  message: declines[code],
});
