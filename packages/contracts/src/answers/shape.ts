/** Parses a value; throws if its type differs. */
export type Shape<T> = (value: unknown) => T;
export type Of<S> = S extends Shape<infer T> ? T : never;

type Fields = Record<string, Shape<unknown>>;
type Optional<F extends Fields> = {
  [K in keyof F]: undefined extends Of<F[K]> ? K : never;
}[keyof F];
type Simplify<T> = { [K in keyof T]: T[K] };

const refuse = (value: unknown): never => {
  throw new TypeError(`not ${value === null ? 'null' : typeof value}`);
};

export const text: Shape<string> = (value) => (typeof value === 'string' ? value : refuse(value));
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : refuse(value));

export const number =
  (min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): Shape<number> =>
  (value) =>
    Number.isFinite(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : refuse(value);

export const matching =
  (pattern: RegExp): Shape<string> =>
  (value) =>
    pattern.test(text(value)) ? (value as string) : refuse(value);

export const list =
  <T>(item: Shape<T>): Shape<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map((one) => item(one)) : refuse(value);

/** Parses the listed fields and drops all others. */
export const object =
  <F extends Fields>(
    fields: F,
  ): Shape<
    Simplify<{ [K in Exclude<keyof F, Optional<F>>]: Of<F[K]> } & { [K in Optional<F>]?: Of<F[K]> }>
  > =>
  (value) => {
    if (typeof value !== 'object' || value === null) return refuse(value);
    return Object.fromEntries(
      Object.entries(fields).map(([key, shape]) => [
        key,
        shape((value as Record<string, unknown>)[key]),
      ]),
    ) as never;
  };

export const maybe =
  <T>(shape: Shape<T>): Shape<T | null | undefined> =>
  (value) =>
    value === null || value === undefined ? value : shape(value);

/** Extension beyond the specification. A value of another type counts as absent. */
export const additive =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value) => {
    try {
      return shape(value);
    } catch {
      return undefined;
    }
  };
