import type { StartSite } from '@carry/releases/gates';
import { readConfig } from 'shell/config';
import { startShell } from 'shell/start';
import { freePorts } from './process';

/** Starts this workspace's shell in this process, for gates and tests. `more`: additional environment. */
export const startSite = async (
  { store, apiUrl, folder, log }: Parameters<StartSite>[0],
  more: Record<string, string> = {},
) => {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    API_URL: apiUrl,
    SITE_URL: url,
    PREVIEWS: 'off',
    RENDER_PROCESSES: '1', // gates request one page at a time
    ...more,
  };
  const { close } = await startShell(
    readConfig(env, { store: folder, lastGood: folder }),
    log,
    store,
  );
  return { url, close };
};
