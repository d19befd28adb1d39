import { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** Environment variables of a process: a schema each, with its purpose as metadata. */
export type Variables = Record<string, z.ZodType>;
type Values<V extends Variables> = { [Name in keyof V]: z.output<V[Name]> };

/** Returns sentences about conflicting values; malformed variables are absent. */
export type Rules<V extends Variables> = (values: Partial<Values<V>>) => string[];

/** Invalid configuration: one line per mistake, starting with the variable's name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a process's environment; an empty variable counts as unset. Throws one {@link ConfigError} with all mistakes. */
export function readEnvironment<V extends Variables>(
  variables: V,
  env: Environment,
  rules: Rules<V> = () => [],
): Values<V> {
  const values: Record<string, unknown> = {};
  const mistakes: string[] = [];
  for (const [name, type] of Object.entries(variables)) {
    const text = (Object.hasOwn(env, name) && env[name]?.trim()) || undefined;
    const { success, data, error } = type.safeParse(text);
    if (success) values[name] = data;
    else mistakes.push(`${name} ${text === undefined ? 'is not set' : error.issues[0]?.message}`);
  }
  mistakes.push(...rules(values as Partial<Values<V>>));
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return values as Values<V>;
}

export const required = <T extends z.ZodType>(description: string, type: T) =>
  type.meta({ description });

export const withDefault = <T extends z.ZodType<unknown, string>>(
  description: string,
  type: T,
  fallback: string,
) => z.prefault(type, fallback as z.input<T>).meta({ description, default: fallback });

/** Optional variable; `otherwise` describes the behavior without it. */
export const optional = <T extends z.ZodType>(description: string, type: T, otherwise = 'none') =>
  z.optional(type).meta({ description, otherwise });

const shown = (value: unknown) =>
  String(value).replace(/^.*@/s, '…@').replaceAll(/\s+/g, ' ').slice(0, 100);
export const must = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${what}, not '${shown(input)}'`,
});

export const text = (pattern = /^.*$/, what = 'one line') => z.string().regex(pattern, must(what));
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, must(values.join(values.length > 2 ? ', ' : ' or ')));
export const yesOrNo = () => oneOf(['yes', 'no']).transform((value) => value === 'yes');
export const secret = () => z.string().min(16, 'must have at least 16 characters');

interface NumberLimits {
  min: number;
  max?: number;
  whole?: boolean;
}
export const number = (
  { min, max = Number.MAX_VALUE, whole = false }: NumberLimits,
  what: string,
) => {
  const isWithin = (value: number) =>
    value >= min && value <= max && (!whole || Number.isInteger(value));
  return z
    .string()
    .refine((value) => isWithin(Number(value)), must(what))
    .transform(Number);
};
export const port = (min = 0) => number({ min, max: 65535, whole: true }, 'a port number');

/** URL, normalized to a lowercase scheme and host without trailing slashes. */
export const url = () =>
  z
    .string()
    .refine((value) => URL.canParse(value) && !/\s/.test(value), must('a URL')) // URL parsers drop line breaks
    .transform((value) => new URL(value).href.replace(/\/+$/, ''));

export const host = () =>
  z
    .string()
    .regex(
      /^(localhost|\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i,
      must('an address to listen on such as 127.0.0.1, or 0.0.0.0 for all'),
    );

const parsed = (value: string) => (URL.canParse(value) ? new URL(value) : null);
const isWeb = (value: URL | null) => /^https?:$/.test(value?.protocol ?? '');
export const webUrl = () =>
  z
    .string()
    .refine((value) => isWeb(parsed(value)), must('an http(s) URL'))
    .transform((value) => new URL(value).href);

export const origin = () =>
  z
    .string()
    .refine((value) => {
      const address = parsed(value);
      return isWeb(address) && address?.pathname === '/' && !address.search && !address.hash;
    }, must('an origin such as https://example.com'))
    .transform((value) => new URL(value).origin);

/** Origins, separated by commas or spaces. */
export const origins = () =>
  z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin()));

export const json = <T extends z.ZodType>(shape: T, what: string) =>
  z.string().transform((value, context): z.output<T> => {
    try {
      return shape.parse(JSON.parse(value));
    } catch {
      context.addIssue({ code: 'custom', message: `must be ${what}` });
      return z.NEVER;
    }
  });
