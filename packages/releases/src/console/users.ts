import { z } from 'zod';
import { MAX_WHY } from '../pointers/live';
import type { Store } from '../stores/store';

const consoleUser = z.object({
  /** Null: whoever opened the one-time link acts with the key of the process. */
  issuer: z.string().max(200).nullable(),
  subject: z.string().min(1).max(255),
  name: z.string().min(1).max(MAX_WHY),
  isOperator: z.boolean(),
  identities: z.array(z.string().regex(/^[a-f0-9]{32}$/)),
});
export type ConsoleUser = z.infer<typeof consoleUser>;

export const session = z.object({ user: consoleUser, csrf: z.string().min(20) });
export type Session = z.infer<typeof session>;

/** Decides what users of the console may change, and changes it in their name. */
export interface Authority {
  getRole(user: ConsoleUser): 'operator' | 'team' | 'viewer';
  getRefusal(user: ConsoleUser, remote: string): string | null;
  getSiteRefusal(user: ConsoleUser): string | null;
  /** Returns the store in which a user's changes are checked, signed and audited. */
  storeFor(user: ConsoleUser): Store;
}
