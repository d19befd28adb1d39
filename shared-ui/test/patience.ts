// How long a unit test of a component waits for what must come. A setup file of vitest.config.ts.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 }); // machines are busy
