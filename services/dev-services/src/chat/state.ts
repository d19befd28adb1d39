import { createHash, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';

export interface ChatOptions {
  clientId: string;
  clientSecret: string;
  botToken: string;
  guildId: string;
  /** Private key that signs interactions: 32 bytes in hex. */
  interactionSeed: string;
  interactionsUrl: string;
  redirectUris: string[];
}

interface Consent {
  username: string;
  scope: string;
  email: string;
  isVerified: boolean;
}

interface Grant extends Consent {
  redirectUri: string;
  challenge: string;
}

export interface ChatState {
  codes: Map<string, Grant>;
  tokens: Map<string, Consent>;
  members: Map<string, string>;
}

export const createChatState = (): ChatState => ({
  codes: new Map(),
  tokens: new Map(),
  members: new Map(),
});

export type AddRoutes = (app: Hono, options: ChatOptions, state: ChatState) => void;

export const hasScope = (scopes: string | undefined, scope: string) =>
  (scopes ?? '').split(' ').includes(scope);

export const newSecret = () => randomBytes(24).toString('base64url');
export const getId = (username: string) =>
  (
    BigInt(`0x${createHash('sha256').update(username).digest('hex').slice(0, 15)}`) +
    10n ** 17n
  ).toString();
