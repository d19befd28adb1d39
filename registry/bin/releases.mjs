#!/usr/bin/env node
// The release commands as a binary, for a machine without the workspace; `publish` builds and tries a remote and is the workspace's.
import { register } from 'tsx/esm/api';

register();
const { runReleases } = await import('../src/cli/main.ts');
const { SITE_URL = 'http://localhost:3000', PREVIEW_SECRET = '', RELEASES_STORE = '.data/releases' } = process.env;
process.exitCode = await runReleases(process.argv.slice(2), {
  defaultStore: RELEASES_STORE,
  siteUrl: SITE_URL,
  previewSecret: PREVIEW_SECRET,
});
