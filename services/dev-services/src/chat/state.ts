import { createHash, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';

export interface ChatOptions {
  clientId: string;
  clientSecret: string;
  botToken: string;
  guildId: string;
  /** 32 bytes in hex: the private key that signs interactions. */
  interactionSeed: string;
  /** Where commands go. */
  interactionsUrl: string;
  /** Where an authorization may be sent back to. */
  redirectUris: string[];
}

interface Grant {
  username: string;
  redirectUri: string;
  challenge: string;
}

/** What the stand-in remembers while it runs. */
export interface ChatState {
  /** What was authorized and not exchanged yet. */
  codes: Map<string, Grant>;
  /** Whose each token is. */
  tokens: Map<string, string>;
  /** Who is in the server, by their ids. */
  members: Map<string, string>;
}

export const noChat = (): ChatState => ({
  codes: new Map(),
  tokens: new Map(),
  members: new Map(),
});

/** Adds some of the stand-in's calls. */
export type AddCalls = (app: Hono, options: ChatOptions, state: ChatState) => void;

export const newSecret = () => randomBytes(24).toString('base64url');
/** The id that an account of this name has. */
export const idOf = (username: string) =>
  (
    BigInt(`0x${createHash('sha256').update(username).digest('hex').slice(0, 15)}`) +
    10n ** 17n
  ).toString();
