import { defineConfig } from 'vitest/config';
import config from './vitest.config';

const { projects = [], ...shared } = config.test ?? {};

/** Unit tests for mutation runs: without a second try, and with separate modules for each file, so that Stryker can map tests to lines. */
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
