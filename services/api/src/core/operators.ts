import { z } from 'zod';

export interface NamedOperator {
  name: string;
  hash: string;
}

export const OPERATOR_NAME = /^[\p{L}\p{N}._@ -]{1,60}$/u;
const ENTRY = /^\s*([^:,]+?)\s*:\s*([a-f0-9]{64})\s*$/i;

function read(value: string): NamedOperator[] | null {
  const operators = value.split(',').map((entry) => {
    const [, name = '', hash = ''] = ENTRY.exec(entry) ?? [];
    return { name, hash: hash.toLowerCase() };
  });
  const isWhole = operators.every(({ name, hash }) => OPERATOR_NAME.test(name) && hash !== '');
  return isWhole && new Set(operators.map(({ hash }) => hash)).size === operators.length
    ? operators
    : null;
}

/** `kim:<hash>, zoe:<hash>`; a name may have two during rotation. Errors omit the value, which may be a token. */
export const namedOperators = () =>
  z
    .string()
    .refine((value) => read(value) !== null, {
      error: 'must be name:SHA-256 of a token, separated by commas',
    })
    .transform((value) => read(value) ?? []);
