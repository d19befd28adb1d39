import { assetPath, Form, type FormState } from '@carry/remote-kit';
import { Banner, Drawing } from '@carry/ui';
import type { ReactNode } from 'react';
import climb from '../art/climb.svg';
import styles from './forms.module.css';

export interface FormPageProps<Field extends string> {
  title: string;
  form: FormState<Field>;
  above?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

export const FormPage = <Field extends string>({
  title,
  form,
  above,
  children,
  below,
}: FormPageProps<Field>) => (
  <div className={styles.page}>
    <div className={styles.column}>
      <h1 tabIndex={-1}>{title}</h1>
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
