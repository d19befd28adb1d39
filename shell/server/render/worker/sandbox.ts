import { constants, createContext, Script } from 'node:vm';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/assets';
import { attribution } from '../protocol/attribution';
import { MAX_PATH, type ReleaseCode, type RenderRequest } from '../protocol/protocol';
import type { HostCalls } from '../realm/host';
import { hostCalls } from './host-calls';
import { ReleaseTimers } from './timers';

/** A realm's functions for the render process. They take primitives and values of the same realm. */
interface Realm {
  load(bundle: unknown, name: string, version: string): unknown;
  describeThrown(error: unknown): unknown;
  render(id: number, request: string): void;
  fire(id: number): void;
  answer(id: number, status: number, body: string): void;
  drop(id: number): void;
}

export interface SandboxEvents {
  rendered(id: number, rendered: string): void;
  failed(id: number, error: string): void;
  read(path: string, requestId: string): number;
  crashed(error: string): void;
}

const quiet = { displayErrors: false }; // otherwise Node reads the stack in this realm

/** Wrapper around the realm's bundle: its private globals. React only estimates chunk sizes with `Buffer`. */
const before = `(function (hostCalls, setupText, require, process) {
'use strict';
const module = { exports: {} };
const exports = module.exports;
const Buffer = { byteLength: (chunk) => chunk.length };
const fetch = (input, init) => module.exports.fetch(input, init);
const setImmediate = (work, ...args) => module.exports.ownImmediate(work, ...args);
`;

/** Compiles the realm's bundle once. Realms share the bytecode but no object. */
export const compileRealm = (text: string, filename: string): Script =>
  new Script(`${before}${text}\nreturn module.exports;\n})`, { filename, ...quiet });

/** Matches the `import` keyword of `import()`, not a member of that name. */
const importCall = /(?<![\w$#]|(?<!\.)\.)(import\s*)(\(|\.|\/(?=[*/])|<(?=!--)|-(?=->))/g;

/** Makes `import()` a syntax error: it would leak a promise of the outer realm. In a string, the escape is the same character. */
export const withoutImports = (code: string): string =>
  code.replace(
    importCall,
    (_, keyword: string, sign: string) => `${keyword}\\x${sign.charCodeAt(0).toString(16)}`,
  );

/** The realm of one release, with its own copy of everything reachable. */
export class Sandbox {
  readonly global: object;
  /** Bytes allocated minus freed while its code ran. */
  growth = 0;
  private readonly key: string;
  private readonly realm: Realm;
  private readonly inFlight = new Set<number>();
  private readonly timers: ReleaseTimers;
  private readonly events: SandboxEvents;
  private failure: string | null = null;

  constructor(
    key: string,
    { shell, setup }: { shell: Script; setup: string },
    events: SandboxEvents,
  ) {
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
    const { load, describeThrown, render, fire, answer, drop } = start(this.calls(), setup);
    this.realm = { load, describeThrown, render, fire, answer, drop };
  }

  load({ name, version, code, assets = `/remotes/${name}/${version}/web/` }: ReleaseCode): void {
    const filename = `${name}@${version}`;
    const withAssetUrls = code.replaceAll(ASSETS_PLACEHOLDER, assets);
    const text = withoutImports(withAssetUrls);
    let script: Script;
    try {
      script = new Script(`(function (module, exports, require) {${text}\n})`, {
        filename,
        ...quiet,
      });
    } catch (error) {
      const hint = text === withAssetUrls ? '' : '; a server bundle cannot use import()';
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

  answer(id: number, status: number, body: string): void {
    if (this.inFlight.size > 0) this.enter(() => this.realm.answer(id, status, body));
  }

  /** Gives up a page in flight. Timers and reads of the release end with its last page. */
  drop(id: number): void {
    if (this.finish(id)) this.enter(() => this.realm.drop(id));
  }

  stop(): void {
    this.inFlight.clear();
    this.timers.stopAll();
  }

  /** Runs realm code, attributed to its release. Leaves thrown values untouched, because they belong to the realm. */
  private enter(work: () => void): void {
    attribution.run(this.key, () => {
      try {
        work();
      } catch {
        // the page's deadline handles it
      }
    });
  }

  private calls(): HostCalls {
    return hostCalls({
      startTimer: (ms, repeats) => {
        if (this.inFlight.size === 0) return 0; // it would run in another release's time
        return typeof ms === 'number' ? this.timers.start(ms, repeats === 1) : null;
      },
      stopTimer: (id) => {
        if (typeof id === 'number') this.timers.stop(id);
        return null;
      },
      read: (path, requestId) =>
        this.inFlight.size > 0 && typeof path === 'string' && path.length <= MAX_PATH
          ? this.events.read(path, typeof requestId === 'string' ? requestId : '')
          : null,
      rendered: (id, rendered) => {
        if (this.finish(id) && typeof rendered === 'string')
          this.events.rendered(id as number, rendered);
        return null;
      },
      failed: (id, error) => {
        if (this.finish(id))
          this.events.failed(id as number, typeof error === 'string' ? error : 'no reason given');
        return null;
      },
      crashed: (error) => {
        this.events.crashed(typeof error === 'string' ? error : 'no reason given');
        return null;
      },
    });
  }

  private finish(id: unknown): boolean {
    if (typeof id !== 'number' || !this.inFlight.delete(id)) return false;
    if (this.inFlight.size === 0) this.timers.stopAll();
    return true;
  }
}
