#!/usr/bin/env node
// The release commands as a binary, for a machine without the workspace; `publish` builds and tries a remote and is the workspace's.
import { register } from 'tsx/esm/api';

register();
const { runReleases } = await import('../src/cli/main.ts');
process.exitCode = await runReleases(process.argv.slice(2), {
  defaultStore: process.env.RELEASES_STORE || '.data/releases',
  siteUrl: process.env.SITE_URL || 'http://localhost:3000',
  previewSecret: process.env.PREVIEW_SECRET || '',
});
