import { timers } from './timers';

const codes: Record<string, number> = {
  InvalidCharacterError: 5,
  InvalidStateError: 11,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
};

/** Own implementations, because objects of the process's realm must not reach a release. */
export class DOMException extends Error {
  readonly code: number;

  constructor(message: unknown = '', name: unknown = 'Error') {
    super(`${message}`);
    Object.defineProperty(this, 'name', { value: `${name}`, configurable: true });
    this.code = codes[`${name}`] ?? 0;
  }
}

export class Event {
  readonly type: string;
  readonly cancelable: boolean;
  readonly timeStamp = Date.now();
  target: unknown = null;
  currentTarget: unknown = null;
  defaultPrevented = false;

  constructor(type: unknown, { cancelable = false }: EventInit = {}) {
    this.type = `${type}`;
    this.cancelable = Boolean(cancelable);
  }

  preventDefault(): void {
    if (this.cancelable) this.defaultPrevented = true;
  }
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };
interface ListenerOptions {
  once?: boolean;
  signal?: AbortSignal;
}

export class EventTarget {
  #listeners: { type: string; listener: Listener; once: boolean }[] = [];

  addEventListener(
    type: unknown,
    listener: Listener | null,
    options?: ListenerOptions | boolean,
  ): void {
    const { once = false, signal }: ListenerOptions = typeof options === 'object' ? options : {};
    if (!listener || signal?.aborted) return;
    const isRegistered = this.#listeners.some(
      (other) => other.type === `${type}` && other.listener === listener,
    );
    if (isRegistered) return;
    this.#listeners.push({ type: `${type}`, listener, once });
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener), {
      once: true,
    });
  }

  removeEventListener(type: unknown, listener: Listener | null): void {
    this.#listeners = this.#listeners.filter(
      (other) => other.type !== `${type}` || other.listener !== listener,
    );
  }

  dispatchEvent(event: Event): boolean {
    event.target = this;
    event.currentTarget = this;
    for (const { type, listener, once } of [...this.#listeners]) {
      if (type !== event.type) continue;
      if (once) this.removeEventListener(type, listener);
      if (typeof listener === 'function') listener.call(this as never, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}

const construct = Symbol('construct');

export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => void) | null = null;

  constructor(token?: symbol) {
    if (token !== construct) throw new TypeError('Illegal constructor');
    super();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(construct);
    abort(signal, reason);
    return signal;
  }

  /** Uses a timer of the release, which ends with its last page. */
  static timeout(ms: unknown): AbortSignal {
    const signal = new AbortSignal(construct);
    timers.setTimeout(
      () =>
        abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    );
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const signal = new AbortSignal(construct);
    for (const source of signals) {
      if (source.aborted) {
        abort(signal, source.reason);
        break;
      }
      source.addEventListener('abort', () => abort(signal, source.reason), { once: true });
    }
    return signal;
  }
}

function abort(
  signal: AbortSignal,
  reason: unknown = new DOMException('This operation was aborted', 'AbortError'),
): void {
  if (signal.aborted) return;
  signal.aborted = true;
  signal.reason = reason;
  const event = new Event('abort');
  signal.onabort?.(event);
  signal.dispatchEvent(event);
}

export class AbortController {
  readonly signal = new AbortSignal(construct);

  abort(reason?: unknown): void {
    abort(this.signal, reason);
  }
}
