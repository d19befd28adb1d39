import { Banner } from '@carry/ui';
import {
  type FormEvent,
  type FormHTMLAttributes,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useShell } from '../route/remote';
import { useUnsavedChanges } from '../unsaved/unsaved';
import { hasChanges, SilentFills } from './filled-silently';
import { useReadOnlyFields } from './newer-edits';
import {
  type FormState,
  failedFields,
  fieldId,
  isWrong,
  type Outcome,
  problemId,
} from './use-form';

export interface FormProps<Field extends string>
  extends Omit<FormHTMLAttributes<HTMLFormElement>, 'id' | 'onSubmit' | 'onInput' | 'onChange'> {
  of: FormState<Field>;
  /** Asks before the page is left with changed fields. */
  guarded?: boolean;
  /** Called when the user leaves the page of a guarded form without saving. */
  onDiscard?: (() => void) | undefined;
  /** Keeps the text fields editable while a submission is running. Only for forms that keep newer edits when the response arrives. */
  editableWhileBusy?: boolean;
}

/** The form element of `useForm`, with an error summary above its fields. */
export function Form<Field extends string>({
  of: form,
  guarded = false,
  onDiscard,
  editableWhileBusy = false,
  children,
  ...rest
}: FormProps<Field>) {
  useErrorTitle(isWrong(form.outcome));
  useFocusOnProblem(form);
  useReadOnlyFields(form.id, form.busy && !editableWhileBusy);
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  const [fills] = useState(() => new SilentFills());
  const [changed, setChanged] = useState(false);
  useUnsavedChanges(guarded && changed, onDiscard);
  const note = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    fills.note(target);
    if (guarded) setChanged(hasChanges(currentTarget));
  };
  const send = async (element: HTMLFormElement) => {
    if (fills.announce(element)) await Promise.resolve(); // React renders the new values
    await latest.current.send(element);
  };
  return (
    <form
      {...rest}
      onInput={note}
      onChange={note}
      id={form.id}
      noValidate
      method="dialog" // before hydration, a submit is ignored and keeps input out of the URL
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <noscript>
        <p>This form needs JavaScript. Please turn it on and reload the page.</p>
      </noscript>
      <Problems id={form.id} outcome={form.outcome} />
      {children}
    </form>
  );
}

function Problems({ id, outcome }: { id: string; outcome: Outcome }) {
  const failed = failedFields(outcome);
  const several = failed.length > 1;
  if (!several && !outcome.error) return null;
  const message = outcome.error && <p>{outcome.error}</p>;
  if (!several)
    return (
      <Banner tone="danger" id={problemId(id)} tabIndex={-1} role="alert">
        {message}
      </Banner>
    );
  return (
    <Banner
      tone="danger"
      id={problemId(id)}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${problemId(id)}-title`}
    >
      <p id={`${problemId(id)}-title`}>
        <strong>There is a problem</strong>
      </p>
      {message}
      <ul>
        {failed.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${fieldId(id, field)}`}
              onClick={(event) => {
                event.preventDefault(); // avoids a history entry with the hash
                focusOn(fieldId(id, field));
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

export function useErrorTitle(hasErrors: boolean): void {
  const { flagErrors } = useShell();
  useEffect(() => (hasErrors ? flagErrors() : undefined), [hasErrors, flagErrors]);
}

const focusOn = (id: string) => document.getElementById(id)?.focus();

function useFocusOnProblem({ id, outcome }: FormState): void {
  const seen = useRef(outcome);
  useEffect(() => {
    if (seen.current === outcome) return;
    seen.current = outcome;
    const [first, ...more] = failedFields(outcome);
    if (outcome.error || more.length > 0) focusOn(problemId(id));
    else if (first) focusOn(fieldId(id, first[0]));
  }, [id, outcome]);
}
