import { constants, createContext, Script } from 'node:vm';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/assets';
import { attribution } from '../protocol/attribution';
import type { ReleaseCode, RenderRequest } from '../protocol/protocol';
import type { HostCalls } from '../realm/host';
import { hostCalls } from './host-calls';
import { ReleaseTimers } from './timers';

/** What a realm offers the render process. They are functions of the realm and may be passed primitives, and what came from the same realm. */
interface Realm {
  load(bundle: unknown, name: string, version: string): unknown;
  describeThrown(error: unknown): unknown;
  render(id: number, request: string): void;
  fire(id: number): void;
  answer(id: number, status: number, body: string): void;
}

export interface SandboxEvents {
  rendered(id: number, rendered: string): void;
  failed(id: number, error: string): void;
  /** Returns the id of the read. */
  read(path: string, requestId: string): number;
  crashed(error: string): void;
}

const quiet = { displayErrors: false }; // or Node would read the stack of what was thrown, in this realm

/** Around the shell's part of a realm: what it refers to as a global and no release may have. React estimates the size of a chunk only. */
const before = `(function (hostCalls, setupText, require, process) {
'use strict';
const module = { exports: {} };
const exports = module.exports;
const Buffer = { byteLength: (chunk) => chunk.length };
const fetch = (input, init) => module.exports.fetch(input, init);
const setImmediate = (work, ...args) => module.exports.ownImmediate(work, ...args);
`;

/** Compiles the shell's part of a realm once for all realms, which share the bytecode and no object. */
export const compileRealm = (text: string, filename: string): Script =>
  new Script(`${before}${text}\nreturn module.exports;\n})`, { filename, ...quiet });

/** The keyword of `import()` where no member of that name can stand, with what stands before its parenthesis. */
const importCall = /(?<![\w$#]|(?<!\.)\.)(import\s*)(\(|\.|\/(?=[*/])|<(?=!--)|-(?=->))/g;

/**
 * Makes `import()` a syntax error and leaves text as it is: it would hand over a promise and an error of the realm around. In a string, the
 * escape is the same sign.
 */
export const withoutImports = (code: string): string =>
  code.replace(
    importCall,
    (_, keyword: string, sign: string) => `${keyword}\\x${sign.charCodeAt(0).toString(16)}`,
  );

/** One realm: the code of one release, with its own copy of everything that it can reach. */
export class Sandbox {
  /** The global object of the realm. */
  readonly global: object;
  /** How much memory was taken while its code ran, less what was given back meanwhile. */
  growth = 0;
  private readonly key: string;
  private readonly realm: Realm;
  private readonly inFlight = new Set<number>();
  private readonly timers: ReleaseTimers;
  private readonly events: SandboxEvents;
  private failure: string | null = null;

  constructor(key: string, shell: Script, setup: string, events: SandboxEvents) {
    this.key = key;
    this.events = events;
    this.timers = new ReleaseTimers((id) => this.enter(() => this.realm.fire(id)));
    this.global = createContext(constants.DONT_CONTEXTIFY as unknown as object, {
      name: key,
      codeGeneration: { strings: false, wasm: false },
    });
    const start = shell.runInContext(this.global, quiet) as (
      calls: HostCalls,
      setup: string,
    ) => Realm;
    const { load, describeThrown, render, fire, answer } = start(this.calls(), setup);
    this.realm = { load, describeThrown, render, fire, answer };
  }

  /** Evaluates the server bundle of its release. */
  load({ name, version, code }: ReleaseCode): void {
    const filename = `${name}@${version}`;
    const withAddress = code.replaceAll(ASSETS_PLACEHOLDER, `/remotes/${name}/${version}/web/`);
    const text = withoutImports(withAddress);
    let script: Script;
    try {
      script = new Script(`(function (module, exports, require) {${text}\n})`, {
        filename,
        ...quiet,
      });
    } catch (error) {
      const hint = text === withAddress ? '' : '; a server bundle cannot use import()';
      this.failure = `${String(error)} in ${filename}${hint}`;
      return;
    }
    this.enter(() => {
      let bundle: unknown;
      let result: unknown;
      try {
        bundle = script.runInContext(this.global, quiet);
        result = this.realm.load(bundle, name, version);
      } catch (error) {
        result = this.realm.describeThrown(error);
      }
      this.failure = result === '' ? null : typeof result === 'string' ? result : 'no reason given';
    });
  }

  render(id: number, request: RenderRequest): void {
    if (this.failure !== null) {
      this.events.failed(id, this.failure);
      return;
    }
    this.inFlight.add(id);
    this.enter(() => this.realm.render(id, JSON.stringify(request)));
  }

  /** Hands over what the API answered; status 0 means that it could not be read. */
  answer(id: number, status: number, body: string): void {
    if (this.inFlight.size > 0) this.enter(() => this.realm.answer(id, status, body));
  }

  /** Ends what it has started. */
  stop(): void {
    this.inFlight.clear();
    this.timers.stopAll();
  }

  /** Runs code of the realm in its name. What it throws is of the realm, and stays untouched. */
  private enter(work: () => void): void {
    attribution.run(this.key, () => {
      try {
        work();
      } catch {
        // the deadline of its page ends it
      }
    });
  }

  private calls(): HostCalls {
    return hostCalls({
      startTimer: (ms, repeats) => {
        if (this.inFlight.size === 0) return 0; // it would run in the time of another release
        return typeof ms === 'number' ? this.timers.start(ms, repeats === 1) : null;
      },
      stopTimer: (id) => {
        if (typeof id === 'number') this.timers.stop(id);
        return null;
      },
      read: (path, requestId) =>
        this.inFlight.size > 0 && typeof path === 'string'
          ? this.events.read(path, typeof requestId === 'string' ? requestId : '')
          : null,
      rendered: (id, rendered) => {
        if (this.ends(id) && typeof rendered === 'string')
          this.events.rendered(id as number, rendered);
        return null;
      },
      failed: (id, error) => {
        if (this.ends(id))
          this.events.failed(id as number, typeof error === 'string' ? error : 'no reason given');
        return null;
      },
      crashed: (error) => {
        this.events.crashed(typeof error === 'string' ? error : 'no reason given');
        return null;
      },
    });
  }

  /** Whether a page of that id was in flight, which ends with this. */
  private ends(id: unknown): boolean {
    if (typeof id !== 'number' || !this.inFlight.delete(id)) return false;
    if (this.inFlight.size === 0) this.timers.stopAll();
    return true;
  }
}
