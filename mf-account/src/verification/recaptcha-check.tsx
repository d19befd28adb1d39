import { leaveButton, type ShellApi, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CheckProps } from './use-verified';
import styles from './verification.module.css';

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';

interface Recaptcha {
  ready(then: () => void): void;
  render(element: HTMLElement, options: Record<string, unknown>): number;
  reset(id: number): void;
}

async function loadRecaptcha(loadScript: ShellApi['loadScript']): Promise<Recaptcha> {
  const recaptcha = await loadScript<Recaptcha>(SCRIPT, 'grecaptcha');
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  return recaptcha;
}

export function RecaptchaCheck({ onChange, attempt, siteKey }: CheckProps & { siteKey: string }) {
  const { loadScript } = useShell();
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<{ recaptcha: Recaptcha; id: number } | null>(null);
  const reportToken = useEffectEvent(onChange);
  const [failed, setFailed] = useState(false);
  const [retries, setRetries] = useState(0);

  useEffect(() => {
    setFailed(false);
    const target = box.current?.appendChild(document.createElement('div'));
    const setToken = (token: string) => reportToken(token);
    const clearToken = () => setToken('');
    loadRecaptcha(loadScript).then(
      (recaptcha) => {
        if (!target?.isConnected) return;
        const id = recaptcha.render(target, {
          sitekey: siteKey,
          theme: 'dark',
          callback: setToken,
          'expired-callback': clearToken,
          'error-callback': clearToken,
        });
        widget.current = { recaptcha, id };
      },
      (error: unknown) => {
        console.warn('Failed to load reCAPTCHA.', error);
        if (target?.isConnected) setFailed(true);
      },
    );
    return () => target?.remove();
  }, [loadScript, siteKey, retries]);

  useEffect(() => {
    if (attempt > 0) widget.current?.recaptcha.reset(widget.current.id);
  }, [attempt]);

  return (
    <>
      <div ref={box} className={styles.check} hidden={failed} />
      {failed && (
        <div className={styles.check}>
          <p role="alert">We couldn't load the human verification.</p>
          <Button
            variant="quiet"
            onClick={() => {
              leaveButton();
              setRetries(retries + 1);
            }}
          >
            Retry
          </Button>
        </div>
      )}
    </>
  );
}
