import { defineConfig } from 'vitest/config';
import config from './vitest.config';

const { projects = [], ...shared } = config.test ?? {};

/** Unit tests for mutation runs. No second try, and modules of its own for each file, so that Stryker sees which test runs which line. */
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
