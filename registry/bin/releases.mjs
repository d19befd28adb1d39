#!/usr/bin/env node
// The release commands as a binary. Inside the workspace `publish` builds and tries the remote; elsewhere every other verb works.
import { existsSync } from 'node:fs';
import { register } from 'tsx/esm/api';

register();
const { runReleases } = await import('../src/cli/main.ts');
const workspace = new URL('../../tools/release-desk.ts', import.meta.url);
const { SITE_URL = 'http://localhost:3000', PREVIEW_SECRET = '', RELEASES_STORE = '.data/releases' } = process.env;
const { surroundings } = existsSync(workspace)
  ? await import(workspace.href)
  : { surroundings: { defaultStore: RELEASES_STORE, siteUrl: SITE_URL, previewSecret: PREVIEW_SECRET } };
process.exitCode = await runReleases(process.argv.slice(2), surroundings);
