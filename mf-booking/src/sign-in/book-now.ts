const ID = 'book-now';

export const bookNow = { id: ID };

/** Focuses the button, because the control that had the focus is gone after a sign-in. */
export const focusBookNow = () => document.getElementById(ID)?.focus();
