import { ASSETS_PLACEHOLDER } from '@carry/contracts/assets';
import type { RemoteModule, ShellApi, SiteConfig } from '@carry/contracts/shell';
import { evaluateServerBundle } from '@carry/releases/server-bundle';
import { renderMarkdown } from '@carry/ui/render-markdown';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { noDrafts } from '../../universal/drafts';
import { handOut } from '../../universal/hand-out';
import { createApiClient } from '../../universal/http';
import { createNotify } from '../../universal/notify/notify';
import { createSession } from '../../universal/session/session';
import * as sharedRouter from '../../universal/shared-router';
import type { ReleaseCode, RenderSetup } from './protocol';
import { freeze } from './seal';
import { ReleaseTimers } from './timers';

/** Parts of React that it changes itself while it renders: its internals, contexts, lazy and memoized components. */
const isWorking = (name: string, member: unknown) =>
  name.startsWith('__') || (typeof member === 'object' && member !== null && '$$typeof' in member);
/** The modules that a release may require: the same objects for all, so nobody may change them. */
const shared = Object.fromEntries(
  Object.entries({
    react: React,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': ReactDOM,
    'react-router-dom': sharedRouter,
    // of a release comes nothing but text
    '@carry/ui/render-markdown': {
      renderMarkdown: (text: unknown, under: unknown) =>
        renderMarkdown(String(text), Number(under)),
    },
  }).map(([name, module]) => [name, { ...module }]),
);

export function freezeShared(): void {
  const members = Object.values(shared).flatMap((module) => Object.entries(module));
  freeze(
    shared,
    new Set(members.flatMap(([name, member]) => (isWorking(name, member) ? [member] : []))),
  );
}

/** What nobody who is signed out can do anything with. */
export function signedOut(setup: RenderSetup) {
  const { store: notify, api: notifyApi } = createNotify();
  const api = createApiClient(setup.apiUrl, null, { timeoutMs: setup.apiBudgetMs });
  const nobody = { access: () => null, refresh: () => null, save: () => {}, clear: () => {} };
  const auth = createSession({
    calls: null,
    tokens: nobody,
    now: Date.now,
    open: api,
    asUser: () => api,
    onEnd: () => {},
  });
  return { notify, notifyApi, api, auth };
}

/** The code of a release, evaluated once, with a shell of its own for each page. */
export class LoadedRelease {
  readonly remote: RemoteModule;
  private readonly setup: RenderSetup;
  private readonly parts: Omit<ShellApi, 'site' | 'api'>;
  readonly timers = new ReleaseTimers();
  /** How many pages it owes. */
  owed = 0;
  /** How much memory was taken while its code ran, less what was given back meanwhile. */
  growth = 0;

  constructor({ name, version, code }: ReleaseCode, setup: RenderSetup) {
    const withAddress = code.replaceAll(ASSETS_PLACEHOLDER, `/remotes/${name}/${version}/web/`);
    this.remote = evaluateServerBundle(
      withAddress,
      `${name}@${version}`,
      shared,
      this.timers.globals,
    );
    this.setup = setup;
    const { auth, notifyApi } = signedOut(setup);
    this.parts = {
      remote: { name, version },
      rendering: 'server',
      auth,
      notify: notifyApi,
      drafts: noDrafts,
      now: Date.now,
      leave: () => false,
      loadScript: () => Promise.reject(new Error('a server loads no scripts of third parties')),
      flagErrors: () => () => {},
    };
  }

  /** What the remote gets for one page. */
  shellFor(site: SiteConfig, requestId: string): ShellApi {
    const { apiUrl, apiBudgetMs: timeoutMs } = this.setup;
    const api = createApiClient(apiUrl, null, {
      timeoutMs,
      requestId: { id: requestId, always: true },
    });
    return handOut({ ...this.parts, site, api });
  }
}
