import { assetPath, Form, type FormState } from '@carry/remote-kit';
import { Banner, Drawing } from '@carry/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import climb from '../art/climb.svg';
import styles from './forms.module.css';

export interface FormPageProps<Field extends string> {
  /** A new title is a new page: it gets the focus. */
  title: string;
  form: FormState<Field>;
  above?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

export function FormPage<Field extends string>({
  title,
  form,
  above,
  children,
  below,
}: FormPageProps<Field>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {above}
        <Form of={form}>
          {children}
          <div role="status">
            {form.outcome.success && (
              <Banner tone="success">
                <p>{form.outcome.success}</p>
              </Banner>
            )}
          </div>
        </Form>
        {below && <div className={styles.below}>{below}</div>}
      </div>
      <div className={styles.stage}>
        <Drawing src={assetPath(climb)} width="1200" height="640" loading="lazy" />
      </div>
    </div>
  );
}
