import { InvalidArgumentError, Option } from 'commander';

/** An invalid command line; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface FlagRule {
  /** Placeholder of the value in the help; without one, the flag is a boolean. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: boolean;
  readonly parse?: (text: string) => unknown;
  /** One sentence and the default. */
  readonly help: string;
}
export type FlagTable = Readonly<Record<string, FlagRule>>;

type ValueOf<R extends FlagRule> = R extends { parse: (text: string) => infer Value }
  ? Value
  : R extends { multiple: true }
    ? string[]
    : R extends { value: string }
      ? string
      : boolean;
export type FlagsOf<T extends FlagTable> = { -readonly [Name in keyof T]?: ValueOf<T[Name]> };

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
};

export function createOption(name: string, { value, short, multiple, parse, help }: FlagRule) {
  const long = `--${name}${value ? ` <${value}>` : ''}`;
  const option = new Option(short ? `-${short}, ${long}` : long, help);
  if (parse) option.argParser(parse);
  else if (multiple) option.argParser((text, previous: string[] = []) => [...previous, text]);
  return option;
}
