import type { AuthState, ReadonlyStore, SiteConfig } from 'contracts/shell';
import { createContext, useContext } from 'react';
import type { Owned } from './find-owner';
import type { NotifyStore } from './notify/notify';

/** What the shell's own components need; remotes get a ShellApi instead. */
export interface Host {
  site: SiteConfig;
  releases: Owned[];
  auth: { store: ReadonlyStore<AuthState>; signOut(): void };
  notify: NotifyStore;
  now: number;
  /** Only in the browser. */
  composition?: { forget(pathname: string): Promise<void>; warm(pathname: string): void };
  /** The server's HTML of a remote whose code did not come in time. */
  kept?: { pathname: string; nodes: ChildNode[] };
  report(error: unknown, pathname: string): void;
}

const HostContext = createContext<Host | null>(null);
export const HostProvider = HostContext.Provider;

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider');
  return host;
}
