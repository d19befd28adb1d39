import { type ReactNode, useRef } from 'react';
import { assetPath } from 'remote-kit';
import { Banner } from 'shared-ui';
import climb from '../art/climb.svg';
import styles from './forms.module.css';

export interface FormPageProps {
  title: string;
  error?: string | null | undefined;
  success?: string | null | undefined;
  /** Called once per submission; ignored while the last one runs. */
  onSubmit(): void | Promise<void>;
  children: ReactNode;
  below?: ReactNode;
}

/** A page with one form, what went wrong or right with it, and links below. */
export function FormPage({ title, error, success, onSubmit, children, below }: FormPageProps) {
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async () => {
    if (running.current) return;
    running.current = true;
    try {
      await onSubmit();
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    } finally {
      running.current = false;
    }
  };
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h1 tabIndex={-1}>{title}</h1>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {children}
          <div role="alert">
            {error && (
              <Banner tone="danger">
                <p>{error}</p>
              </Banner>
            )}
          </div>
          <div role="status">
            {success && (
              <Banner tone="success">
                <p>{success}</p>
              </Banner>
            )}
          </div>
        </form>
        {below && <div className={styles.below}>{below}</div>}
      </div>
      <div className={styles.stage}>
        <img src={assetPath(climb)} alt="" width="1200" height="640" loading="lazy" />
      </div>
    </div>
  );
}
