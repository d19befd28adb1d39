import type { Unread } from '../calls/sent';
import { ApiError } from '../shell/shell';
import type { Shape } from './shape';

type AsRead<T> = T extends object
  ? { [K in keyof T]: AsRead<T[K]> | (undefined extends T[K] ? null : never) }
  : T;

/** Parses a response. Throws `ApiError` (`malformed`) for another shape. The compiler rejects a shape that our API's response lacks. */
export async function read<T, Answer extends AsRead<T>>(
  shape: Shape<T>,
  answer: Promise<Unread<Answer>>,
): Promise<T> {
  const body = await answer;
  try {
    return shape(body);
  } catch (cause) {
    throw new ApiError('malformed', 200, { cause });
  }
}
