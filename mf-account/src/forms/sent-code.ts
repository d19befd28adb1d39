/** Key of the draft that holds the code of a sign-in. */
export const SENT_CODE = 'sign-in-code';
