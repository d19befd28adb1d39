import type { StartSite } from '@carry/releases/gates';
import { readConfig } from 'shell/config';
import { startShell } from 'shell/start';
import { freePorts } from './process';

/** This workspace's shell, for the gates that open a candidate on the whole site, and for tests; `more`: of its environment. */
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
    RENDER_PROCESSES: '1', // the gates ask for one page after the other
    ...more,
  };
  const { close } = await startShell(
    readConfig(env, { store: folder, lastGood: folder }),
    log,
    store,
  );
  return { url, close };
};
