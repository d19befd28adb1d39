import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const node = ['contracts', 'registry', 'api', 'sandbox', 'tools', 'shell'];
const browser = ['shared-ui', 'shell', ...readdirSync(import.meta.dirname).filter((name) => name.startsWith('mf-'))];

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: node.map((folder) => `${folder}/**/*.test.ts`),
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'browser', environment: 'jsdom', include: browser.map((folder) => `${folder}/src/**/*.test.tsx`) } },
    ],
  },
});
