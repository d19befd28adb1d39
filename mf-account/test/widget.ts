import { act } from '@testing-library/react';
import { beforeEach } from 'vitest';

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

/** Fakes the reCAPTCHA widget; the test solves it, the page resets it after each use. */
export function useTestWidget() {
  let setToken: (token: string) => void = () => {};
  let resets = 0;
  const render = (_: HTMLElement, { callback }: { callback(token: string): void }) => {
    setToken = callback;
    return 0;
  };
  const grecaptcha = { ready: (then: () => void) => then(), render, reset: () => void resets++ };
  beforeEach(() => {
    resets = 0;
  });
  const options = {
    site: { settings: { recaptchaSiteKey: 'key' } },
    scripts: { [SCRIPT]: grecaptcha },
  };
  return {
    options,
    solve: (token: string) => act(async () => setToken(token)),
    resets: () => resets,
  };
}
