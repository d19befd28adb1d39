import type { Hono } from 'hono';
import type { Candidate } from '../checks/candidate';
import type { Inspect } from '../checks/inspection';
import type { SigningKey } from '../signing/keys';
import { SignedStore } from '../signing/signed-store';
import type { Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { type Following, notFollowed } from './following';
import type { Sender } from './sender';
import { Tokens } from './tokens';

export interface ServiceParts {
  /** The store itself: this process alone holds what opens it. */
  store: Store;
  /** Whose signatures count now. */
  trust(): Trust;
  /** Gets the gates ready while a candidate is checked, and runs them on it, until the signal ends them; throws {@link ReleaseRefused}, and what its checks throw. */
  tryCandidate(
    checked: Promise<{ candidate: Candidate; dist: string }>,
    report: (step: string) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Runs the server bundle that was sent, where it can do no harm. */
  inspect: Inspect;
  /** The signed link of a preview; throws {@link ReleaseRefused} where there is none. */
  previewLink(remote: string, channel: string): Promise<string>;
  /** The server's own key, with which it signs for the pipelines whose tokens it has checked. */
  key?: SigningKey | null;
  tokens?: Tokens;
  /** Hosts, with their port where it is not the usual one, at which teams reach this server; none: on this machine alone. */
  hosts?: readonly string[];
  following?: Partial<Following>;
  now?(): Date;
  /** How long it takes at most to check and try one release, ms. */
  deadlineMs?: number;
}

/** Less than a sender waits, with a release before it. */
const DEADLINE_MS = 4 * 60_000;

/** All parts, those that were left out by default. */
export type Service = Required<ServiceParts> & {
  following: Following;
  /** The store as far as somebody who may has signed what is in it: by it is decided. */
  signed: Store;
};

export const withDefaults = (parts: ServiceParts): Service => ({
  key: null,
  hosts: [],
  tokens: parts.tokens ?? new Tokens(parts.store),
  now: () => new Date(),
  deadlineMs: DEADLINE_MS,
  ...parts,
  signed: new SignedStore(parts.store, parts.trust, null),
  following: { ...notFollowed, ...parts.following },
});

/** The server's routes; what lies below `/v1/` knows its sender and has its body read. */
export type ServiceApp = Hono<{ Variables: { sender: Sender; body: Buffer } }>;
