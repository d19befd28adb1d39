import type { StartSite } from '@carry/releases/gates';
import { readConfig } from 'shell/config';
import { startShell } from 'shell/start';
import { freePorts } from './process';

/** This workspace's shell, for the gates that open a candidate on the whole site. */
export const startSite: StartSite = async ({ store, apiUrl, folder, log }) => {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), API_URL: apiUrl, SITE_URL: url, PREVIEWS: 'off' };
  const { close } = await startShell(
    readConfig(env, { store: folder, lastGood: folder }),
    log,
    store,
  );
  return { url, close };
};
