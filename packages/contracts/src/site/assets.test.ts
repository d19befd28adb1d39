import { expect, test } from 'vitest';
import { CSP_REPORTS_PATH, filePolicy } from './assets';

test('limits the scripts and calls of a worker, and reports violations', () => {
  expect(filePolicy('web/sum.js', ['https://api.team.example'])).toBe(
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https://api.team.example wss://api.team.example; report-uri ${CSP_REPORTS_PATH}`,
  );
});
