import type { Answer, Described, Shown } from '@carry/releases/cli';
import type { CallApi } from './api-client';
import type { Flag, Flags } from './flags';

export interface OperatorEnvironment {
  apiUrl: string;
  token: string;
  who: string;
  database: { url: string } | { folder: string };
  /** Prompts on the terminal; null without one. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

export interface Context extends Shown<Flags> {
  callApi: CallApi;
  database: OperatorEnvironment['database'];
}

export interface Command extends Described {
  flags?: readonly Flag[];
  confirm?: (words: string[], flags: Flags) => string | null;
  run(context: Context, words: string[]): Promise<Answer>;
}

export type Commands = Record<string, Command>;
