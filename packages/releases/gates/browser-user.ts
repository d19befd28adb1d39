import { chownSync, statSync } from 'node:fs';

/** Unprivileged account of every Linux system. */
const NOBODY = 65534;

const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];
const SECRET = /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|^AWS_PROFILE$/i;

/** Isolation of the gates' browser from the process that has keys and credentials. */
export interface BrowserUser {
  /** Account of the browser; absent: the account of this process. */
  ids: { uid?: number; gid?: number };
  env: Record<string, string>;
  /** Reason why Chromium's sandbox is required; `null`: optional. */
  needsSandbox: string | null;
}

/**
 * Returns account and environment of the gates' browser. Root starts it as `nobody`; another account with secrets needs Chromium's sandbox.
 * Throws if the browser could read the signing key. `home`: an empty folder for home, profile and working directory.
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
    needsSandbox: secrets.length > 0 ? `this process has ${secrets.sort().join(', ')}` : null,
  };
}

function assertUnreadable(key: string | undefined): void {
  if (!key || key.trim().startsWith('-----')) return;
  const mode = statSync(key.trim(), { throwIfNoEntry: false })?.mode ?? 0;
  if (mode & 0o004)
    throw new Error(
      `the signing key ${key} can be read by every account, so by the gates' browser; run: chmod 600 ${key}`,
    );
}
