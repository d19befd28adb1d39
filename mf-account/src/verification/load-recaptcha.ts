const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

export interface Recaptcha {
  ready(then: () => void): void;
  render(element: HTMLElement, options: Record<string, unknown>): number;
  reset(id: number): void;
}

const provided = () => (globalThis as { grecaptcha?: Recaptcha }).grecaptcha;
const whenReady = (recaptcha: Recaptcha) => new Promise<Recaptcha>((resolve) => recaptcha.ready(() => resolve(recaptcha)));

/** Loads Google's script once; rejects when it cannot be had. */
export function loadRecaptcha(): Promise<Recaptcha> {
  const present = provided();
  if (present) return whenReady(present);
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: SCRIPT, async: true });
    script.onload = () => {
      const loaded = provided();
      if (loaded) void whenReady(loaded).then(resolve);
      else reject(new Error('the script brought no widget'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('the script could not be loaded'));
    };
    document.head.append(script);
  });
}
