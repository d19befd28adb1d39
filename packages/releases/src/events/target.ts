import { createHash } from 'node:crypto';
import type { CloudEvent } from './cloud-event';

const TIMEOUT_MS = 10_000;
/** Longest wait that a receiver can ask for, ms: GitHub's rate limit resets each hour. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;
const MIN_RETRY_AFTER_MS = 1000;
/** Refusals that may end by themselves: timeout, conflict, too early, too many requests. */
const TRANSIENT = [408, 409, 425, 429];

export interface Target {
  /** Name of its outbox. Contains no secret. */
  readonly id: string;
  /** Name for logs and lists, without secrets. */
  readonly label: string;
  /** Delivers one event. Throws {@link DeliveryFailed}. */
  send(event: CloudEvent): Promise<void>;
}

export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
  /** True if a repeat within seconds cannot succeed. */
  readonly refused: boolean;
  /** Status of the response; 0 without one. */
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(message: string, { status = 0, retryAfterMs = 0 } = {}) {
    super(message);
    this.status = status;
    const isRateLimit = status === 403 && retryAfterMs > 0; // GitHub's
    this.refused = status >= 300 && status < 500 && !TRANSIENT.includes(status) && !isRateLimit;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns the names of a target; its address is often a secret. The code in its label tells apart two channels of one host. */
export function nameTarget(
  kind: string,
  shown: string,
  address: string,
): Pick<Target, 'id' | 'label'> {
  const hash = createHash('sha256').update(address).digest('hex');
  return { id: `${kind}-${hash.slice(0, 12)}`, label: `${kind} ${shown} (${hash.slice(0, 4)})` };
}

/** Sends a request of a target. Throws {@link DeliveryFailed} unless the response is a success. */
export async function request(
  url: string,
  { label, ...options }: RequestInit & { label: string },
): Promise<Response> {
  const response = await fetch(url, {
    ...options,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: Error) => {
    const why = cause.name === 'TimeoutError' ? 'no response in time' : 'cannot be reached';
    throw new DeliveryFailed(`${label}: ${why}`);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new DeliveryFailed(`${label}: status ${response.status}`, {
    status: response.status,
    retryAfterMs: readRetryAfter(response, Date.now()),
  });
}

/** Returns the wait that a receiver asks for, ms: `retry-after`, else the reset of a used up rate limit; 0 without one. */
function readRetryAfter({ status, headers }: Response, now: number): number {
  const after = headers.get('retry-after');
  if (after !== null)
    return limitWait(Number.isNaN(Number(after)) ? Date.parse(after) - now : Number(after) * 1000);
  const isUsedUp = [403, 429].includes(status) && headers.get('x-ratelimit-remaining') === '0';
  return isUsedUp ? limitWait(Number(headers.get('x-ratelimit-reset')) * 1000 - now) : 0;
}

const limitWait = (ms: number): number =>
  Math.min(Math.max(ms || 0, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);

export async function post(
  url: string,
  { body, headers = {}, label }: { body: string; headers?: Record<string, string>; label: string },
): Promise<void> {
  const sent = { 'content-type': 'application/json', ...headers };
  const response = await request(url, { method: 'POST', headers: sent, body, label });
  await response.body?.cancel();
}
