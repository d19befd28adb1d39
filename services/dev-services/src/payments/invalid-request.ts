/** A request that Stripe rejects; `message` becomes `error.message` of the response. */
export class InvalidRequest extends Error {
  readonly status: 400 | 404;
  readonly code: string | undefined;
  /** True if the request passed validation: its idempotency key then replays this error. */
  readonly isExecuted: boolean;

  constructor(message: string, status: 400 | 404 = 400, code?: string, isExecuted = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.isExecuted = isExecuted;
  }
}

export const notFound = (resource: string, id: string) =>
  new InvalidRequest(`No such ${resource}: '${id}'`, 404, 'resource_missing');
