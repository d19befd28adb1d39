import { mergeConfig } from 'vitest/config';
import config from './vitest.config';

/** Unit tests for mutation runs: no second try, which would hide a killed mutant. */
export default mergeConfig(config, { test: { retry: 0, reporters: [] } });
