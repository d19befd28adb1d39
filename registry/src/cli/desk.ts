import { ReleaseRefused } from '../errors';
import type { Published, PublishOptions } from '../publish';
import type { Store } from '../store';

/** What a verb answers: `data` for --json, `text` for people; `failed` makes the exit code 1. */
export interface Answer {
  data: unknown;
  text: string;
  failed?: boolean;
}

interface Flags {
  why?: string;
  channel?: string;
  percent?: string;
  expires?: string;
  keep?: string;
  limit?: string;
  'dry-run'?: boolean;
}

/** What the verbs work with. */
export interface Desk {
  store: Store;
  flags: Flags;
  /** Builds a remote, runs the gates and publishes it; given by the workspace. */
  publish?: (remote: string, more: Pick<PublishOptions, 'store' | 'why' | 'target' | 'report'>) => Promise<Published>;
  report(step: string): void;
  /** Origin of the site, for preview links. */
  siteUrl: string;
  previewSecret: string;
}

export interface Verb {
  usage: string;
  does: string;
  /** How many words must follow, and how many may. */
  words: [number, number];
  run(desk: Desk, words: string[]): Promise<Answer>;
}

/** A flag's whole number; refuses anything else. */
export const wholeNumber = (flag: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new ReleaseRefused(`--${flag} is a whole number, not '${text}'`);
  return Number(text);
};
