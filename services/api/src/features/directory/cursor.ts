import { Problem } from '../../core/errors/problem';

/** Position after a coach: value of its sort key (null sorts last) and its id. */
export interface Position {
  value: number | null;
  id: number;
}

export const toCursor = ({ value, id }: Position): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** Throws 400 for a cursor that the directory has not made. */
export function readCursor(cursor: string): Position {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if ((value === null || Number.isSafeInteger(value)) && Number.isSafeInteger(id))
      return { value: value as number | null, id: id as number };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Problem(400, 'cursor: is not one of this list');
}
