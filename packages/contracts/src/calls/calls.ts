import type { z } from 'zod';
import { ownAccountCalls } from './account';
import { applicationCalls } from './application';
import { availabilityCalls } from './availability';
import { bookingCalls } from './booking';
import { chatCalls } from './chat';
import { checklistCalls } from './checklist';
import { coachCalls } from './coach';
import { coachCalendarCalls } from './coach-calendar';
import { earningsCalls } from './earnings';
import { messageCalls } from './message';
import { operatorCoachCalls } from './operator-coaches';
import { operatorFigureCalls } from './operator-figures';
import { operatorLedgerCalls, operatorPayoutCalls } from './operator-payouts';
import { operatorPeopleCalls } from './operator-people';
import { operatorSessionCalls } from './operator-session';
import { operatorWorkCalls } from './operator-work';
import { paymentCalls } from './payment';
import { profileCalls } from './profile';
import { reminderCalls } from './reminders';
import { reviewCalls } from './review';
import { revisionCalls } from './revision';
import type { CallRules } from './rules';
import { accountCalls } from './session';
import { textCalls } from './text';
import { waitlistCalls } from './waitlist';

/** Every call of the API. The server validates requests with it; responses and the site's calls take their types from it. */
export const calls = {
  ...accountCalls,
  ...ownAccountCalls,
  ...coachCalls,
  ...availabilityCalls,
  ...profileCalls,
  ...checklistCalls,
  ...earningsCalls,
  ...coachCalendarCalls,
  ...bookingCalls,
  ...paymentCalls,
  ...reminderCalls,
  ...reviewCalls,
  ...revisionCalls,
  ...chatCalls,
  ...messageCalls,
  ...waitlistCalls,
  ...applicationCalls,
  ...textCalls,
  ...operatorCoachCalls,
  ...operatorPeopleCalls,
  ...operatorWorkCalls,
  ...operatorPayoutCalls,
  ...operatorLedgerCalls,
  ...operatorFigureCalls,
  ...operatorSessionCalls,
};

export type Calls = typeof calls;
/** `METHOD /path/{param}/`. */
export type Call = keyof Calls;

type Part<C extends Call, Name extends keyof CallRules> =
  Calls[C] extends Readonly<Record<Name, infer Schema>> ? Schema : undefined;

/** Part of a request after validation; undefined if the call lacks it. */
export type Received<C extends Call, Name extends 'params' | 'query' | 'body'> =
  Part<C, Name> extends z.ZodType ? z.output<Part<C, Name>> : undefined;

export type Sent<C extends Call, Name extends 'query' | 'body'> =
  Part<C, Name> extends z.ZodType ? z.input<Part<C, Name>> : Record<never, never>;

export type Answers<C extends Call> = {
  [Status in keyof Calls[C]['answers']]: Output<Calls[C]['answers'][Status]>;
};

/** Response of a list to a request with query parameters; never if it has no pages. */
export type PagedAnswer<C extends Call> = Output<
  Calls[C] extends { readonly paged: infer Schema } ? Schema : never
>;

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
