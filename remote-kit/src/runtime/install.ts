import type { Bundler, Consumed, ModuleId } from './bundler';
import { type Factory, resolveShared, type ShareScope } from './share';

/**
 * Makes a build a part of a federation: its shared modules come from the share scope, what it provides goes there, and a container
 * can be joined by `init` and `get`.
 */
export function install(bundler: Bundler): void {
  const { uniqueName, scopeToSharingDataMapping } = bundler.initializeSharingData;

  bundler.I = (name) => {
    bundler.S[name] ??= {};
    const scope = bundler.S[name];
    for (const { name: module, version, factory } of scopeToSharingDataMapping[name] ?? []) {
      scope[module] ??= {};
      scope[module][version] ??= { from: uniqueName, get: factory };
    }
  };
  for (const name of Object.keys(scopeToSharingDataMapping)) bundler.I(name);

  installConsumes(bundler, uniqueName);
  installContainer(bundler);
}

function installConsumes(bundler: Bundler, consumer: string): void {
  if (!bundler.consumesLoadingData) return;
  const { chunkMapping, moduleIdToConsumeDataMapping, initialConsumes } =
    bundler.consumesLoadingData;

  function factoryOf(id: ModuleId): Factory | Promise<Factory> {
    const { shareScope, shareKey, requiredVersion, fallback } = moduleIdToConsumeDataMapping[
      id
    ] as Consumed;
    const wish = { shareKey, requiredVersion, consumer };
    const factory = resolveShared(bundler.S[shareScope], wish) ?? fallback?.();
    if (!factory) throw new Error(`${consumer} needs ${shareKey}, which this page does not share`);
    return factory;
  }

  const define = (id: ModuleId, factory: Factory) => {
    bundler.m[id] = (module) => {
      module.exports = factory();
    };
  };
  const bring = async (id: ModuleId) => define(id, await factoryOf(id));

  if (bundler.f)
    bundler.f.consumes = (chunk, promises) => {
      const missing = (chunkMapping[chunk] ?? []).filter((id) => !bundler.m[id]);
      promises.push(...missing.map(bring));
    };
  for (const id of initialConsumes)
    define(id, () => {
      const factory = factoryOf(id);
      if (typeof factory === 'function') return factory();
      throw new Error(`${consumer} needs a shared module at once that is not eager`);
    });
}

function installContainer(bundler: Bundler): void {
  const exposed = bundler.initializeExposesData;
  if (!exposed) return;
  bundler.initContainer = (scope: ShareScope) => {
    bundler.S[exposed.shareScope] = scope;
    bundler.I(exposed.shareScope);
  };
  bundler.getContainer = async (module) => {
    const get = Object.hasOwn(exposed.moduleMap, module) && exposed.moduleMap[module];
    if (!get) throw new Error(`the container has no module ${module}`);
    return get();
  };
}
