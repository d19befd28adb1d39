#!/usr/bin/env node
import '../command-line/supported-node';
import { runReleases } from './main';

process.exitCode = await runReleases(process.argv.slice(2), {
  defaultStore: process.env['RELEASES_STORE'] || '.data/releases',
  siteUrl: process.env['SITE_URL'] || 'http://localhost:3000',
  previewSecret: process.env['PREVIEW_SECRET'] || '',
});
