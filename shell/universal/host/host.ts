import type { NotifyApi, SiteConfig } from '@carry/contracts/shell';
import { createContext, useContext } from 'react';
import type { Menu, RefusedPreview } from '../page/boot';
import type { Session } from '../session/session';
import type { NotifyStore } from './notify';

/** Dependencies of the shell's components. Remotes get a `ShellApi` instead. Optional members exist only in the browser. */
export interface Host {
  site: SiteConfig;
  owns(pathname: string): boolean;
  suggest(pathname: string): string | null;
  refusedPreview?(pathname: string): RefusedPreview | null;
  menu: Menu;
  auth: Pick<Session, 'store' | 'accountChanges' | 'signOut'>;
  notify: NotifyStore;
  confirm?: NotifyApi['confirm'];
  /** Returns false if the next document would lose the session. */
  keepsSession?(): boolean;
  /** Server time of the render, ms since the epoch. Hydration uses it to avoid a mismatch. */
  stamped: number;
  /** Server time, ms since the epoch. */
  now(): number;
  /** The page's id in the server log. Absent on the server, where a cached page serves many visitors. */
  requestId?: string;
  setTitle?(title: string): void;
  /** Replaces the page's title until the returned function is called. */
  showFailure?(title: string): () => void;
  composition?: { forget(pathname: string): Promise<void>; warm(pathname: string): Promise<void> };
  /** The server's HTML of a remote whose code loads too slowly. */
  serverHtml?: {
    pathname: string;
    release: { name?: string | undefined; version?: string | undefined };
    nodes: ChildNode[];
    focused?: Element | null;
    /** Scroll position before the HTML was taken out, px. */
    scrollY?: number;
  };
  onHydrated?(): void;
  frameFailed?(error: unknown): void;
  report(error: unknown, owner: { name: string; version: string } | null): void;
}

export const HostContext = createContext<Host | null>(null);
export const HostProvider = HostContext.Provider;

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider');
  return host;
}
