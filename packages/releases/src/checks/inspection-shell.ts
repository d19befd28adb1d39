import { ApiError, type ShellApi } from '@carry/contracts/shell';

const noCall = () =>
  Promise.reject(new ApiError('network', 0, { detail: 'declaring routes calls nothing' }));
const nothing = () => {};

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
    signIn: noCall,
    signOut: nothing,
  },
  api: {
    get: noCall,
    post: noCall,
    patch: noCall,
    upload: noCall,
    download: noCall,
    follow: noCall,
  },
  notify: { alert: noCall, confirm: noCall, toast: nothing },
  drafts: { load: () => null, save: nothing, clear: nothing, keys: () => [], offers: () => [] },
  now: Date.now,
  leave: () => false,
  loadScript: noCall,
  flagErrors: () => nothing,
  flags: {},
  locale: 'en',
};
