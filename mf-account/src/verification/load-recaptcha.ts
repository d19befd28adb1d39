import type { ShellApi } from '@carry/remote-kit';

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

export interface Recaptcha {
  ready(then: () => void): void;
  render(element: HTMLElement, options: Record<string, unknown>): number;
  reset(id: number): void;
}

export async function loadRecaptcha({ loadScript }: ShellApi): Promise<Recaptcha> {
  const recaptcha = await loadScript<Recaptcha>(SCRIPT, 'grecaptcha');
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  return recaptcha;
}
