import type { SentCode as Sent } from '@carry/remote-kit/sign-in';

export interface SignInPromptProps {
  coachId: string;
  methods: readonly string[];
  contact: string;
  /** Called with a contact for the booking, such as the email address, before the prompt closes. */
  onSignedIn(contact: string): void;
}

export interface SignInDialogProps extends SignInPromptProps {
  /** Outcome of a return from Discord: `granted`, `refused`, `unavailable` or `expired`. */
  outcome: string | null;
  onClose(): void;
}

export interface SentCode extends Sent {
  chatName?: string | undefined;
}

export const sentCodeKey = (coachId: string) => `sign-in-code/${coachId}`;

export interface SignedIn {
  tokens: { access: string; refresh: string };
  /** Contact for the booking, if the visitor has not given one. */
  contact: string;
}

const ID = 'book-now';

export const bookNow = { id: ID };

/** Focuses the button, because the control that had the focus is gone after a sign-in. */
export const focusBookNow = () => document.getElementById(ID)?.focus();
