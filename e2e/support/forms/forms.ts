import type { Form } from './form';
import { coachForms } from './forms-of-coaches';
import { memberForms } from './forms-of-members';
import { visitorForms } from './forms-of-visitors';

/** Every form that somebody types into or sends; form-pattern.spec.ts counts them against the sources. */
export const forms: Record<string, Form> = { ...visitorForms, ...memberForms, ...coachForms };
