import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { inlineConfig } from '../../../bundler/config';
import { readPrograms } from '../../files/shell-assets';

export async function buildPrograms() {
  const dist = mkdtempSync(path.join(tmpdir(), 'carry-inline-'));
  try {
    const { build } = await createRsbuild({
      cwd: path.join(import.meta.dirname, '../../..'),
      rsbuildConfig: { ...inlineConfig(path.join(dist, 'inline')), logLevel: 'error' },
    });
    await build();
    return readPrograms(dist);
  } finally {
    rmSync(dist, { recursive: true });
  }
}
