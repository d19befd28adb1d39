import { ApiError, type ShellApi } from '@carry/contracts/shell';

const nothing = () => {};

/** Rejects. A release may leave the promise unhandled, for example while it awaits another. */
export function failedCall(): Promise<never> {
  const call = Promise.reject(new ApiError('network', 0, { detail: 'no API during checks' }));
  call.catch(nothing);
  return call;
}

/** Shell for reading the routes of a release: on a server, signed out, without an API. Settings in a path become `{name}`, which each site fills in. */
export const inspectionShell: ShellApi = {
  remote: { name: 'inspected', version: '0.0.0' },
  rendering: 'server',
  site: {
    name: '{name}',
    url: 'https://site.invalid',
    settings: new Proxy({}, { get: (_, name) => `{${String(name)}}` }),
    redirects: {},
  },
  auth: {
    store: {
      getState: () => ({ status: 'unknown', user: null }),
      getInitialState: () => ({ status: 'unknown', user: null }),
      subscribe: () => nothing,
    },
    signIn: failedCall,
    signOut: nothing,
  },
  api: {
    get: failedCall,
    post: failedCall,
    patch: failedCall,
    upload: failedCall,
    download: failedCall,
    follow: failedCall,
  },
  notify: { alert: failedCall, confirm: failedCall, toast: nothing },
  drafts: { load: () => null, save: nothing, clear: nothing, keys: () => [], offers: () => [] },
  now: Date.now,
  leave: () => false,
  loadScript: failedCall,
  flagErrors: () => nothing,
  flags: {},
  locale: 'en',
};
