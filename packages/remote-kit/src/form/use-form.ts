import { useState } from 'react';
import { LEAVING, useAction } from './use-action';

/** Result of a submission. All members may be absent if the page shows the result elsewhere. */
export interface Outcome<Field extends string = string> {
  errors?: Partial<Record<Field, string>>;
  error?: string | undefined;
  about?: readonly Field[];
  success?: string | undefined;
}

export interface FormState<Field extends string = string> {
  readonly id: string;
  readonly outcome: Outcome<Field>;
  readonly busy: boolean;
  /** Submits the form; ignored while a submission is running. */
  send(form: HTMLFormElement): Promise<void>;
  /** Removes the messages, such as after another action that makes them wrong. */
  clear(): void;
  /** Returns the props that connect a field of `@carry/ui` to the form. */
  field(name: Field): FieldWiring;
}

export interface FieldWiring {
  id: string;
  name: string;
  error: string | undefined;
  /** Announces the error, because it is the only one. */
  alert: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export const problemId = (form: string) => `${form}-problem`;
export const fieldId = (form: string, field: string) => `${form}-${field}`;
export const failedFields = ({ errors = {} }: Outcome) =>
  Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1]));

export const isWrong = (outcome: Outcome) =>
  Boolean(outcome.error) || failedFields(outcome).length > 0;

/** Form state with error messages, a summary for several, and focus management. Fields keep their input. `id`: unique and stable, for password managers. */
export function useForm<Field extends string = never>(
  id: string,
  submit: (values: FormData) => Promise<Outcome<Field> | typeof LEAVING | undefined>,
  initial: Outcome<Field> = {},
): FormState<Field> {
  const [outcome, setOutcome] = useState(initial);
  const { run, busy } = useAction(async (values: FormData) => {
    setOutcome({});
    const result = await submit(values);
    if (result && result !== LEAVING) setOutcome(result);
    return result;
  });
  const field = (name: Field): FieldWiring => {
    const isConcerned = outcome.about?.includes(name);
    const error = outcome.errors?.[name];
    return {
      id: fieldId(id, name),
      name,
      error,
      alert: error !== undefined && failedFields(outcome).length === 1,
      'aria-invalid': isConcerned || error ? true : undefined,
      'aria-describedby': isConcerned ? problemId(id) : undefined,
    };
  };
  return {
    ...{ id, outcome, busy, field },
    send: (form) => run(new FormData(form)),
    clear: () => setOutcome({}),
  };
}

/** Returns the text of a field, untrimmed. */
export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
};
