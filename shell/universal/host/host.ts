import type { SiteConfig } from '@carry/contracts/shell';
import { createContext, useContext } from 'react';
import type { ActivePreview, Menu, RefusedPreview } from '../page/boot';
import type { Session } from '../session/session';
import type { NotifyStore } from './notify';

/** What the shell's own components need; remotes get a ShellApi instead. */
export interface Host {
  site: SiteConfig;
  /** Whether some remote of this page declares a path, as far as is known yet. */
  owns(pathname: string): boolean;
  /** The declared path closest to one that nobody owns, or null. */
  suggest(pathname: string): string | null;
  previews: ActivePreview[];
  /** The preview link that was refused at a path. */
  refusedPreview?(pathname: string): RefusedPreview | null;
  menu: Menu;
  auth: Pick<Session, 'store' | 'departures' | 'signOut'>;
  notify: NotifyStore;
  /** Server time when the page was rendered: what the server rendered and the browser renders first must agree. */
  stamped: number;
  /** Server time, ms since the epoch. */
  now(): number;
  /** Under which the server's log has this page; only in the browser: a page is kept for many. */
  requestId?: string;
  /** Gives the page its title; only in the browser. */
  setTitle?(title: string): void;
  /** Replaces the page's title until the returned function is called; only in the browser. */
  showFailure?(title: string): () => void;
  /** Only in the browser. */
  composition?: { forget(pathname: string): Promise<void>; warm(pathname: string): Promise<void> };
  /** The server's HTML of a remote whose code did not come in time. */
  serverHtml?: { pathname: string; nodes: ChildNode[] };
  /** Told when the page of a remote is hydrated; only in the browser. */
  onHydrated?(): void;
  /** Reports an error that replaced the frame; only in the browser. */
  frameFailed?(error: unknown): void;
  /** Tells of an error of a remote that its boundary caught. */
  report(error: unknown, owner: { name: string; version: string } | null): void;
}

export const HostContext = createContext<Host | null>(null);
export const HostProvider = HostContext.Provider;

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider');
  return host;
}
