import { Form, type FormState } from '@carry/remote-kit';
import { Banner } from '@carry/ui';
import type { ReactNode } from 'react';
import { PageFrame, type PageFrameProps } from './page-frame';

export interface FormPageProps<Field extends string> extends PageFrameProps {
  form: FormState<Field>;
  above?: ReactNode;
}

export function FormPage<Field extends string>({
  title,
  form,
  above,
  children,
  below,
}: FormPageProps<Field>) {
  return (
    <PageFrame title={title} below={below}>
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
