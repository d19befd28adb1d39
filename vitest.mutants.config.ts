import { defineConfig } from 'vitest/config';
import config from './vitest.config';

const { projects = [], ...shared } = config.test ?? {};

/**
 * Unit tests for mutation runs. No second try, which would hide a killed mutant, and each file in modules of its own: Stryker learns
 * from the first run which test executes which line, and code that is loaded once for all files would hide that.
 */
export default defineConfig({
  test: {
    ...shared,
    retry: 0,
    reporters: [],
    experimental: {},
    projects: projects.map((project) =>
      typeof project === 'object' && 'test' in project
        ? { ...project, test: { ...project.test, isolate: true } }
        : project,
    ),
  },
});
