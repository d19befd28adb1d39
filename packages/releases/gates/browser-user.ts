import { chownSync, statSync } from 'node:fs';

/** The account without rights that every Linux has. */
const NOBODY = 65534;

/** What a browser may inherit: where programs and fonts are, the language and the time zone. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];
const SECRET = /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|^AWS_PROFILE$/i;

/** How the gates' browser is separated from the process that holds keys and credentials. */
export interface BrowserUser {
  /** The account that it runs as; absent: the account of this process. */
  ids: { uid?: number; gid?: number };
  /** Its whole environment. */
  env: Record<string, string>;
  /** Why it must not run without Chromium's own sandbox; `null`: it may. */
  needsSandbox: string | null;
}

/**
 * Returns the account and the environment for the gates' browser. Root starts it as `nobody`. Any other account keeps its own, and then
 * needs Chromium's sandbox if it holds secrets. Throws if the browser could read the signing key.
 *
 * @param home An empty folder of its own: home, profile and working directory.
 */
export function browserUser(
  home: string,
  env: NodeJS.ProcessEnv,
  uid = process.getuid?.(),
): BrowserUser {
  const inherited = INHERITED.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const user = {
    env: { ...Object.fromEntries(inherited), HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home },
  };
  if (uid === 0) {
    assertUnreadable(env['RELEASES_KEY']);
    chownSync(home, NOBODY, NOBODY);
    return { ...user, ids: { uid: NOBODY, gid: NOBODY }, needsSandbox: null };
  }
  const secrets = Object.keys(env).filter((name) => SECRET.test(name) && env[name]);
  return {
    ...user,
    ids: {},
    needsSandbox: secrets.length > 0 ? `this process holds ${secrets.sort().join(', ')}` : null,
  };
}

/** Refuses a key file that any account may read. */
function assertUnreadable(key: string | undefined): void {
  if (!key || key.trim().startsWith('-----')) return;
  const mode = statSync(key.trim(), { throwIfNoEntry: false })?.mode ?? 0;
  if (mode & 0o004)
    throw new Error(
      `the signing key ${key} can be read by every account, so by the gates' browser; run: chmod 600 ${key}`,
    );
}
