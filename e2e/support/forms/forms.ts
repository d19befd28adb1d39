import type { Form } from './form';
import { coachForms } from './forms-of-coaches';
import { memberForms } from './forms-of-members';
import { operatorForms } from './forms-of-operators';
import { visitorForms } from './forms-of-visitors';

/** Every form with input; form-pattern.spec.ts compares them with the sources. */
export const forms: Record<string, Form> = {
  ...visitorForms,
  ...memberForms,
  ...coachForms,
  ...operatorForms,
};
