import type { Answer, Described, Shown } from '@carry/releases/command-line';
import type { Ask } from './api-client';
import type { Flag, Flags } from './flags';

/** What this machine gives the commands. */
export interface OperatorEnvironment {
  apiUrl: string;
  token: string;
  who: string;
  database: { url: string } | { folder: string };
  /** Asks a person at this terminal; null: nobody is there. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

/** What every command works with. */
export interface Context extends Shown<Flags> {
  ask: Ask;
  database: OperatorEnvironment['database'];
}

export interface Command extends Described {
  flags?: readonly Flag[];
  /** What cannot be undone, as a question; of a command that asks first. */
  confirm?: (words: string[], flags: Flags) => string | null;
  run(context: Context, words: string[]): Promise<Answer>;
}

export type Commands = Record<string, Command>;
