/** `http`: the server answered 4xx or 5xx. `malformed`: 2xx whose body is not JSON, or not of the shape that was asked for. The others: no answer was read. */
export type ApiErrorCode = 'http' | 'malformed' | 'network' | 'timeout' | 'aborted' | 'no-token';

/** A failed call. Across bundles compare `name` and `code`, never `instanceof`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** The server's `detail`, or its `errors` joined with ", ", or null when it sent neither. */
  readonly detail: string | null;
  /** The answer's body as text, empty when there was none. */
  readonly body: string;
  /** Under which the server's log has the call, where that is known. */
  readonly requestId?: string;

  constructor(
    code: ApiErrorCode,
    status: number,
    detail: string | null = null,
    body = '',
    { requestId, ...options }: ErrorOptions & { requestId?: string } = {},
  ) {
    super(detail ?? `${code} ${status}`, options);
    if (requestId) this.requestId = requestId;
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.body = body;
  }
}

/** Tells an {@link ApiError} of any bundle from other failures. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'ApiError';
