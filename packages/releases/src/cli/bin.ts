#!/usr/bin/env node
import '../command-line/supported-node';

const { runReleases } = await import('./main'); // after the check: older versions cannot load it
process.exitCode = await runReleases(process.argv.slice(2), {
  defaultStore: process.env['RELEASES_STORE'] || '.data/releases',
  siteUrl: process.env['SITE_URL'] || 'http://localhost:3000',
  previewSecret: process.env['PREVIEW_SECRET'] || '',
});
