import { readCursor, writeCursor } from '../../core/lists/page';

/** Position after a coach: value of its sort key (null sorts last) and its id. */
export interface Position {
  value: number | null;
  id: number;
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

function parsePosition(key: unknown): Position | null {
  const [value, id] = Array.isArray(key) ? (key as unknown[]) : [];
  return (value === null || isInteger(value)) && isInteger(id) ? { value, id } : null;
}

export const toCursor = ({ value, id }: Position): string => writeCursor([value, id]);

/** Throws 400 for a cursor that the directory has not made. */
export const readPosition = (cursor: string): Position => readCursor(cursor, parsePosition);
