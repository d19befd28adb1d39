import type { SiteDay, SiteHealth, Unavailable } from '@carry/contracts/console';
import type { Hono } from 'hono';
import { type CheckFiles, checkFilesHere } from '../checks/built-files';
import type { Candidate } from '../checks/candidate';
import type { Inspect } from '../checks/inspection';
import { Changes } from '../events/changes';
import type { SigningKey } from '../signing/keys';
import { SignedStore } from '../signing/signed-store';
import type { Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { type Following, notFollowed } from './following';
import type { Sender } from './sender';
import { Tokens } from './tokens';

export interface ServiceParts {
  /** Unrestricted store; only this process has its credentials. */
  store: Store;
  trust(): Trust;
  /** Starts the gate during the checks and tries the candidate in it until the signal aborts. Throws {@link ReleaseRefused}. */
  tryCandidate(
    candidate: Promise<Candidate>,
    report: (step: string) => void,
    signal: AbortSignal,
  ): Promise<void>;
  inspect: Inspect;
  /** Default: in this process, which a large file blocks. */
  checkFiles?: CheckFiles;
  previewLink(remote: string, channel: string): Promise<string>;
  /** Verifies preview links, so that the server shows their QR codes; empty: without QR codes. */
  previewSecret?: string;
  /** The previous secret during a rotation; empty: none. */
  previewSecretBefore?: string;
  key?: SigningKey | null;
  tokens?: Tokens;
  changes?: Changes;
  /** Source of the events of the stream: the origin of the site. */
  source?: string;
  /** Aborts when the server stops: open streams end. */
  stopping?: AbortSignal;
  /** Hosts (with a nonstandard port) of this server; empty: this machine only. */
  hosts?: readonly string[];
  /** Creates the console, which is served at `/console`; null disables it. */
  console?: ((service: Service) => Hono) | null;
  /** Client of the console at its identity provider, whose tokens are no pipeline's. */
  consoleClient?: { issuer: string; clientId: string } | null;
  health?(): Promise<SiteHealth>;
  day?(): Promise<SiteDay | Unavailable>;
  following?: Partial<Following>;
  now?(): Date;
  deadlineMs?: number;
  heartbeatMs?: number;
}

const noSite = async () => ({ unavailable: 'No numbers: this server asks no site.' });

/** Less than a sender waits, including one release in front of it. */
const DEADLINE_MS = 4 * 60_000;
/** Proxies close a silent connection, the strictest after 60 s. */
const HEARTBEAT_MS = 15_000;

export type Service = Required<ServiceParts> & {
  following: Following;
  /** The store restricted to trusted signatures; the basis of all decisions. */
  signed: Store;
};

export function withDefaults(parts: ServiceParts): Service {
  const signed = new SignedStore(parts.store, parts.trust, null);
  const following = { ...notFollowed, ...parts.following };
  return {
    key: null,
    checkFiles: checkFilesHere,
    previewSecret: '',
    previewSecretBefore: '',
    console: null,
    consoleClient: null,
    health: noSite,
    day: noSite,
    hosts: [],
    tokens: parts.tokens ?? new Tokens(parts.store),
    changes: new Changes(signed, following.log),
    source: 'carry',
    stopping: new AbortController().signal,
    now: () => new Date(),
    deadlineMs: DEADLINE_MS,
    heartbeatMs: HEARTBEAT_MS,
    ...parts,
    signed,
    following,
  };
}

/** Routes of the server; below `/v1/` the sender is authenticated and the body is read. */
export type ServiceApp = Hono<{ Variables: { sender: Sender; body: Buffer } }>;
