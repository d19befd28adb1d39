// Releases built before this runtime carry a part of `@module-federation/enhanced` 2.9 and find the rest on the page. A store keeps
// releases for as long as somebody may go back to them, so the page still has what they ask for, and no more.

import { type Factory, resolveShared, type ShareScope } from './share';

interface LoadShare {
  customShareInfo: { shareConfig: { requiredVersion?: string }; scope: string[] };
}

/** What such a container makes of itself on the page. */
class Instance {
  readonly shareScopeMap: Record<string, ShareScope> = {};
  readonly name: string;
  readonly options: { name: string };
  constructor(options: { name: string }) {
    this.options = options;
    this.name = options.name;
  }
  initOptions(): void {}
  registerShared(): void {}
  initShareScopeMap(name: string, scope: ShareScope): void {
    this.shareScopeMap[name] = scope;
  }
  initializeSharing(): [] {
    return [];
  }
  /** False says that there is none. */
  async loadShare(shareKey: string, { customShareInfo }: LoadShare): Promise<Factory | false> {
    const { shareConfig, scope } = customShareInfo;
    const wish = { shareKey, requiredVersion: shareConfig.requiredVersion, consumer: this.name };
    return resolveShared(this.shareScopeMap[scope[0] ?? ''], wish) ?? false;
  }
}

/** Lets a page load such releases, beside those that carry their own runtime, and shows its share scopes where the field's tools look. */
export function serveOldContainers(page: object, scopes: Record<string, ShareScope>): void {
  const instances: Instance[] = [];
  Object.assign(page, {
    __FEDERATION__: { __INSTANCES__: instances, __SHARE__: { page: scopes } },
    _FEDERATION_RUNTIME_CORE: {
      CurrentGlobal: page,
      ModuleFederation: Instance,
      getGlobalFederationConstructor: () => Instance,
      setGlobalFederationConstructor() {},
      setGlobalFederationInstance: (instance: Instance) => instances.push(instance),
      helpers: {},
    },
  });
}
