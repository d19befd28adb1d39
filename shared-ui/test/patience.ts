// Setup file of vitest.config.ts.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 }); // CI machines are slow
