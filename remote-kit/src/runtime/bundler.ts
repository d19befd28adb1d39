// What the bundler's federation plugins leave for a runtime to read and to fill in. `build/runtime.test.ts` compares it with a build.

import type { Factory, ShareScope } from './share';

export type ModuleId = string | number;

/** A shared module that this build takes from the page. */
export interface Consumed {
  shareScope: string;
  shareKey: string;
  requiredVersion?: string | undefined;
  /** A copy of its own, where it has one. */
  fallback?: (() => Factory | Promise<Factory>) | undefined;
}

/** A shared module that this build gives to the page. */
interface Provided {
  name: string;
  version: string;
  factory: () => Factory | Promise<Factory>;
}

/** The bundler's `__webpack_require__`, as far as federation goes. */
export interface Bundler {
  /** Modules by id. */
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  /** What a chunk needs before it runs, by kind, where there are chunks to load. */
  f?: { consumes?: (chunk: string | number, promises: Promise<unknown>[]) => void };
  /** Share scopes by name. */
  S: Record<string, ShareScope>;
  /** Fills a share scope with what this build provides. */
  I: (scope: string) => void;
  initializeSharingData: {
    scopeToSharingDataMapping: Record<string, Provided[]>;
    uniqueName: string;
  };
  consumesLoadingData?: {
    chunkMapping: Record<string | number, ModuleId[]>;
    moduleIdToConsumeDataMapping: Record<ModuleId, Consumed>;
    initialConsumes: ModuleId[];
  };
  /** A container's exposed modules; a host has none. */
  initializeExposesData?: {
    moduleMap: Record<string, () => Promise<() => unknown>>;
    shareScope: string;
  };
  initContainer?: (scope: ShareScope) => void;
  getContainer?: (module: string) => Promise<() => unknown>;
}
