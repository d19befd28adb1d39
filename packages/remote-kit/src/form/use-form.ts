import { useState } from 'react';
import { LEAVING, useAction } from './use-action';

/** What came of sending a form; all of it may be absent where the page says elsewhere how it went. */
export interface Outcome<Field extends string = string> {
  /** What is wrong with which field, in the order of the page. */
  errors?: Partial<Record<Field, string>>;
  /** What is wrong with the whole, and the fields that it is about. */
  error?: string | undefined;
  about?: readonly Field[];
  success?: string | undefined;
}

export interface FormState<Field extends string = string> {
  readonly id: string;
  readonly outcome: Outcome<Field>;
  readonly busy: boolean;
  /** Sends what the form holds; nothing while the last time is still running. */
  send(form: HTMLFormElement): Promise<void>;
  /** What wires a field of `shared-ui` to the form: a stable id, its name, and what is wrong with it. */
  field(name: Field): FieldWiring;
}

export interface FieldWiring {
  id: string;
  name: string;
  error: string | undefined;
  /** Its error is the only one, so it is announced where it stands. */
  alert: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Where the form says what is wrong with the whole of it, or with several fields. */
export const problemId = (form: string) => `${form}-problem`;
export const fieldId = (form: string, field: string) => `${form}-${field}`;
/** The fields that have an error, in the order of the page. */
export const failedFields = ({ errors = {} }: Outcome) =>
  Object.entries(errors).filter((entry): entry is [string, string] => Boolean(entry[1]));

export const isWrong = (outcome: Outcome) =>
  Boolean(outcome.error) || failedFields(outcome).length > 0;

/**
 * A form with one way to fail: messages at their fields, a summary for several, and the focus where help is.
 * `submit` gets what the fields hold; nothing is taken out of them, so what was typed survives every outcome.
 * The id is unique on the page and the same each time, by which password managers know the fields.
 */
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
    const concerned = outcome.about?.includes(name);
    const error = outcome.errors?.[name];
    return {
      id: fieldId(id, name),
      name,
      error,
      alert: error !== undefined && failedFields(outcome).length === 1,
      'aria-invalid': concerned || error ? true : undefined,
      'aria-describedby': concerned ? problemId(id) : undefined,
    };
  };
  return { id, outcome, busy, send: (form) => run(new FormData(form)), field };
}

/** The text of a field, as it was typed. */
export const textOf = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
};
