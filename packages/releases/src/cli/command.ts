import type { Served } from '@carry/contracts/site';
import type { Inspect } from '../checks/inspection';
import type { Answer, Described as AnyCommand, Shown } from '../command-line/run';
import type { Published, PublishOptions } from '../pointers/publish';
import type { Following } from '../service/following';
import type { ServiceParts } from '../service/parts';
import type { SigningKey } from '../signing/keys';
import type { Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Flag, Flags } from './flags';

/** What this machine gives the commands. */
export interface CliEnvironment {
  /** Where releases are when neither --store nor RELEASES_STORE says. */
  defaultStore: string;
  /** Origin of the site, for preview links. */
  siteUrl: string;
  previewSecret: string;
  /** What the shell serves that is built here; given by the workspace. */
  serves?: () => Served;
  /** Folder of the browser files of the shell that is built here; given by the workspace. */
  shellFolder?: string;
  /** Sees to a store before something is published to it; given by the workspace. */
  prepare?: (store: Store) => Promise<void>;
  /** Runs the gates on a candidate that was sent; given by what can start a site. */
  tryCandidate?: (
    store: Store,
    ...about: Parameters<ServiceParts['tryCandidate']>
  ) => Promise<void>;
  /** Runs server bundles that were sent; given by what has sealed processes. */
  inspect?: Inspect;
  /** Follows what a release server does; given by what starts one. */
  following?: Following;
  /** Builds a remote, runs the gates and publishes it; given by the workspace. */
  publish?: (
    remote: string,
    more: Pick<PublishOptions, 'store' | 'why' | 'target' | 'report'>,
  ) => Promise<Published>;
}

/** What every command works with. */
export interface Terminal extends CliEnvironment, Shown<Flags> {}

/** What a command works with that looks into the store, or changes it. */
export interface CommandContext extends Terminal {
  store: Store;
  /** The same without signatures, for what makes them. */
  unsigned: Store;
  trust: Trust;
  /** The key that signs changes, where there is one. */
  key: SigningKey | null;
  /** Reads again whose signatures count, after `site.json` was changed. */
  follow(): Promise<void>;
}

interface Described extends AnyCommand {
  flags?: readonly Flag[];
}

export interface StoreCommand extends Described {
  storeless?: false;
  /** The first word is a remote, which must be known. */
  remote?: boolean;
  /** May make the store: all others need one. */
  creates?: boolean;
  /** Publishes: the workspace sees to the store before the remote is looked for in it. */
  publishes?: boolean;
  /** Reads also what nobody has signed yet, to sign it. */
  adopts?: boolean;
  run(context: CommandContext, words: string[]): Promise<Answer>;
}

interface StorelessCommand extends Described {
  storeless: true;
  run(terminal: Terminal, words: string[]): Promise<Answer>;
}

export type Command = StoreCommand | StorelessCommand;

export type { Answer };
