import { Form, type FormState } from '@carry/remote-kit';
import { Banner } from '@carry/ui';
import type { ReactNode } from 'react';
import { PageFrame, type PageFrameProps } from './page-frame';

export interface FormPageProps<Field extends string> extends PageFrameProps {
  form: FormState<Field>;
  above?: ReactNode;
}

export function FormPage<Field extends string>({
  form,
  above,
  children,
  ...frame
}: FormPageProps<Field>) {
  return (
    <PageFrame {...frame}>
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
    </PageFrame>
  );
}
