import type { Page } from 'playwright/test';
import type { MinimalServer } from '../any-server/site';

export interface Form {
  /** Its id without a trailing number. */
  id: string;
  path: string;
  call: string;
  /** Labels of free-text fields with their paths in the payload. */
  texts: Record<string, string>;
  button: string;
  verified?: boolean;
  member?: boolean;
  /** Asks for a confirmation before it sends. */
  confirms?: true;
  /** Rendered after hydration only, not on the server. */
  later?: boolean;
  prepare?(page: Page, api: MinimalServer): Promise<void>;
  open?(page: Page): Promise<void>;
  complete?(page: Page): Promise<void>;
  /** Clears required fields that have defaults. */
  empties?(page: Page): Promise<void>;
  failure: RegExp;
  /** Shows failures in an alert with the specified text, or nowhere, instead of in the form. */
  failsBy?: 'alert' | 'nothing';
  /** Message for text that the form does not send. */
  refusal?: RegExp;
  /** Message for an empty form; null if it may be empty. */
  empty: RegExp | null;
  /** Autocomplete tokens by field name. */
  fields: Record<string, string>;
}
