export type ApiErrorCode = 'http' | 'malformed' | 'network' | 'timeout' | 'aborted' | 'no-token';

interface ApiErrorOptions extends ErrorOptions {
  detail?: string | null;
  body?: string;
  requestId?: string;
}

/** Failed API call. Across bundles compare `name` and `code`, never `instanceof`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's `detail`, or `errors` joined with ", "; null without either. */
  readonly detail: string | null;
  readonly body: string;
  /** Request id in the server's log, if available. */
  readonly requestId?: string;

  constructor(
    code: ApiErrorCode,
    status: number,
    { detail = null, body = '', requestId, ...options }: ApiErrorOptions = {},
  ) {
    super(detail ?? `${code} ${status}`, options);
    if (requestId) this.requestId = requestId;
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.body = body;
  }
}

/** True for an {@link ApiError} of any bundle. */
export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'ApiError';
