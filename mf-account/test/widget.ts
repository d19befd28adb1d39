import { act } from '@testing-library/react';
import { beforeEach } from 'vitest';

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

/** Stands in for Google's widget in a test file: solved by the test, and reset by the page after each use. */
export function useTestWidget() {
  let tell: (token: string) => void = () => {};
  let resets = 0;
  const render = (_: HTMLElement, { callback }: { callback(token: string): void }) => {
    tell = callback;
    return 0;
  };
  const grecaptcha = { ready: (then: () => void) => then(), render, reset: () => void resets++ };
  beforeEach(() => {
    resets = 0;
  });
  /** What a page with the widget is opened with. */
  const options = {
    site: { settings: { recaptchaSiteKey: 'key' } },
    scripts: { [SCRIPT]: grecaptcha },
  };
  return { options, solve: (token: string) => act(async () => tell(token)), resets: () => resets };
}
