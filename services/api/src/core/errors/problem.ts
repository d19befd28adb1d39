import type { RefusalCode } from '@carry/contracts/api';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface ProblemOptions {
  code?: RefusalCode;
  headers?: Record<string, string>;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly detail: string;
  readonly code: RefusalCode | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    detail: string,
    { code, headers = {} }: ProblemOptions = {},
  ) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.headers = headers;
  }
}

export const notFound = () => new Problem(404, 'Not found.');
export const unauthorized = (code?: RefusalCode) =>
  new Problem(401, 'Authentication credentials were not provided or are invalid.', {
    ...(code && { code }),
  });
