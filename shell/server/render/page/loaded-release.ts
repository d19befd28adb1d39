import type { FlagValues, RemoteModule, ShellApi, SiteConfig } from '@carry/contracts/shell';
import { renderMarkdown } from '@carry/ui/render-markdown';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { noDrafts } from '../../../universal/contract/drafts';
import { handOut } from '../../../universal/contract/hand-out';
import { createNotify } from '../../../universal/host/notify';
import { createApiClient } from '../../../universal/http/http';
import { LOCALE } from '../../../universal/page/locale';
import * as sharedRouter from '../../../universal/routing/shared-router';
import { createSession } from '../../../universal/session/session';
import type { RenderSetup } from '../protocol/protocol';

/** The site's process limits the time of a read. A timer here would count against the release. */
const timeoutMs = null;

const notOnServer = () => {
  throw new Error('createRoot and hydrateRoot run in browsers only; call them in an effect');
};

/** Modules that a release may require, as copies of this realm. */
const shared: Record<string, unknown> = {
  react: { ...React },
  'react/jsx-runtime': { ...jsxRuntime },
  'react-dom': { ...ReactDOM },
  'react-dom/client': { createRoot: notOnServer, hydrateRoot: notOnServer },
  'react-router-dom': { ...sharedRouter },
  '@carry/ui/render-markdown': {
    renderMarkdown: (text: unknown, under: unknown) => renderMarkdown(String(text), Number(under)),
  },
};

export function createSignedOutParts(setup: RenderSetup) {
  const { store: notify, api: notifyApi } = createNotify();
  const api = createApiClient(setup.apiUrl, null, { timeoutMs });
  const noTokens = {
    access: () => null,
    refresh: () => null,
    save: () => {},
    clear: () => {},
    isExpired: () => false,
  };
  const auth = createSession({
    calls: null,
    tokens: noTokens,
    now: Date.now,
    open: api,
    asUser: () => api,
    onEnd: () => {},
  });
  return { notify, notifyApi, api, auth };
}

export type BundleFunction = (
  module: { exports: { default?: Partial<RemoteModule> } },
  exports: object,
  require: (id: string) => unknown,
) => void;

/** A release's server bundle, evaluated once. Each page gets its own shell. */
export class LoadedRelease {
  readonly remote: RemoteModule;
  private readonly setup: RenderSetup;
  private readonly parts: Omit<ShellApi, 'site' | 'api' | 'flags'>;

  constructor(
    bundle: BundleFunction,
    { name, version }: { name: string; version: string },
    setup: RenderSetup,
  ) {
    const release = `${name}@${version}`;
    const module: Parameters<BundleFunction>[0] = { exports: {} };
    bundle(module, module.exports, (id) => {
      if (Object.hasOwn(shared, id)) return shared[id];
      throw new Error(`${release} requires '${id}', which the shell does not share`);
    });
    const remote = module.exports.default;
    if (typeof remote?.createRoutes !== 'function' || typeof remote.contractVersion !== 'number')
      throw new Error(
        `${release} does not export { contractVersion, createRoutes }; make it with defineRemote`,
      );
    this.remote = remote as RemoteModule;
    this.setup = setup;
    const { auth, notifyApi } = createSignedOutParts(setup);
    this.parts = {
      remote: { name, version },
      rendering: 'server',
      auth,
      notify: notifyApi,
      drafts: noDrafts,
      now: Date.now,
      leave: () => false,
      loadScript: () => Promise.reject(new Error('third-party scripts load in browsers only')),
      flagErrors: () => () => {},
      locale: LOCALE,
    };
  }

  shellFor(site: SiteConfig, requestId: string, flags: FlagValues): ShellApi {
    const api = createApiClient(this.setup.apiUrl, null, {
      timeoutMs,
      requestId: { id: requestId, always: true },
    });
    return handOut({ ...this.parts, site, api, flags });
  }
}
