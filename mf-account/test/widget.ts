import { act } from '@testing-library/react';
import type { SiteConfig } from 'contracts/shell';
import { afterEach, beforeEach } from 'vitest';

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
    Object.assign(globalThis, { grecaptcha });
  });
  afterEach(() => Reflect.deleteProperty(globalThis, 'grecaptcha'));
  const captcha: SiteConfig['captcha'] = { provider: 'recaptcha', siteKey: 'key' };
  return { site: { captcha }, solve: (token: string) => act(async () => tell(token)), resets: () => resets };
}
