import type { Page } from 'playwright/test';
import type { MinimalServer } from '../any-server/site';

/** One form of the site, as the tests meet it. */
export interface Form {
  /** Its id on the page: in the sources as it is, or without the number at its end. */
  id: string;
  path: string;
  call: string;
  /** Labels of its free text, and where each is in the payload. */
  texts: Record<string, string>;
  button: string;
  verified?: boolean;
  member?: boolean;
  /** It is on its page only when that is alive, and not in the HTML of the server. */
  later?: boolean;
  /** What else it needs: answers of the server, fields. */
  prepare?(page: Page, api: MinimalServer): Promise<void>;
  open?(page: Page): Promise<void>;
  complete?(page: Page): Promise<void>;
  /** Takes out of it what it cannot be sent without, where it is not empty from the start. */
  empties?(page: Page): Promise<void>;
  /** What a failure of the server says. */
  failure: RegExp;
  /** How it says so, where not in the form: in an alert by the words of the specification, or not at all. */
  failsBy?: 'alert' | 'nothing';
  /** What it says to text that it does not send. */
  refusal?: RegExp;
  /** What an empty form says; null: it may be sent empty. */
  empty: RegExp | null;
  /** Its fields, by the name under which browsers and password managers know them, with what they may fill in. */
  fields: Record<string, string>;
}
