import type { Served } from '@carry/contracts/site';
import type { CheckFiles } from '../checks/built-files';
import type { Inspect } from '../checks/inspection';
import type { Answer, Described as AnyCommand, Shown } from '../command-line/run';
import type { Photograph } from '../events/note-pictures';
import type { Published, PublishOptions } from '../pointers/publish';
import type { Following } from '../service/following';
import type { ServiceParts } from '../service/parts';
import type { SigningKey } from '../signing/keys';
import type { Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Flag, Flags } from './flags';

export interface CliEnvironment {
  /** Command line before the first word, in messages and help. Default: `releases`. */
  command?: string;
  /** Location of the store if neither --store nor RELEASES_STORE is set. Null: a command without a location is refused. */
  defaultStore: string | null;
  siteUrl: string;
  previewSecret: string;
  serves?: () => Served;
  shellFolder?: string;
  buildConsole?: () => Promise<void>;
  prepare?: (store: Store) => Promise<void>;
  /** Runs the gates on a sent candidate; set by programs that can start a site. */
  tryCandidate?: (store: Store) => ServiceParts['tryCandidate'];
  photograph?: Photograph;
  inspect?: Inspect;
  checkFiles?: CheckFiles;
  following?: Following;
  publish?: (
    remote: string,
    more: Pick<PublishOptions, 'store' | 'why' | 'target' | 'report'> & {
      /** File of --summary, which is no change of the sources. */
      summary?: string | undefined;
    },
  ) => Promise<Published>;
}

export interface Terminal extends CliEnvironment, Shown<Flags> {}

export interface CommandContext extends Terminal {
  store: Store;
  /** The store below the signatures, for commands that sign. */
  unsigned: Store;
  trust: Trust;
  trustNow(): Trust;
  key: SigningKey | null;
  follow(): Promise<void>;
}

interface Described extends AnyCommand {
  flags?: readonly Flag[];
}

export interface StoreCommand extends Described {
  storeless?: false;
  /** The first argument must be a remote of the store. */
  remote?: boolean;
  creates?: boolean;
  /** Prepares the store before it looks up the remote. */
  publishes?: boolean;
  /** Reads unsigned documents, to sign them. */
  adopts?: boolean;
  run(context: CommandContext, words: string[]): Promise<Answer>;
}

interface StorelessCommand extends Described {
  storeless: true;
  run(terminal: Terminal, words: string[]): Promise<Answer>;
}

export type Command = StoreCommand | StorelessCommand;

export type { Answer };
