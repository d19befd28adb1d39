import type { ContentfulStatusCode } from 'hono/utils/http-status';

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly detail: string;
  readonly headers: Record<string, string>;

  constructor(status: ContentfulStatusCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

export const notFound = () => new Problem(404, 'Not found.');
export const unauthorized = () =>
  new Problem(401, 'Authentication credentials were not provided or are invalid.');
