import type { Written } from './api';

export type Content = Omit<Written, 'key'>;

/** Request whose response may be lost: its idempotency key and content. */
export type Attempt = Written;

const MAX_ATTEMPTS = 5;

/** `crypto.randomUUID` exists in secure contexts only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const isSameContent = (a: Content, b: Content) =>
  a.text === b.text && a.files.join() === b.files.join();

/** Finds the attempt with this content, or adds one with a new key, because the API answers a repeated key with the stored message. */
export function attempt(
  attempts: readonly Attempt[],
  content: Content,
): { key: string; attempts: readonly Attempt[] } {
  const earlier = attempts.find((one) => isSameContent(one, content));
  if (earlier) return { key: earlier.key, attempts };
  const added = { ...content, key: newKey() };
  return { key: added.key, attempts: [...attempts, added].slice(-MAX_ATTEMPTS) };
}
