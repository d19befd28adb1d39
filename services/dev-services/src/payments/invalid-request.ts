/** A request that Stripe would refuse; the message is its `error.message`. */
export class InvalidRequest extends Error {
  readonly status: 400 | 404;
  readonly code: string | undefined;
  /** Whether the request had passed validation, so that its idempotency key answers the same again. */
  readonly isExecuted: boolean;

  constructor(message: string, status: 400 | 404 = 400, code?: string, isExecuted = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.isExecuted = isExecuted;
  }
}

export const noSuch = (what: string, id: string) =>
  new InvalidRequest(`No such ${what}: '${id}'`, 404, 'resource_missing');
