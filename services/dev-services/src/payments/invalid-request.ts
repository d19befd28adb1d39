interface Details {
  status?: 400 | 404;
  code?: string;
  /** True if the request passed validation: its idempotency key then replays this error. */
  isExecuted?: boolean;
  param?: string;
}

/** A request that Stripe rejects; `message` becomes `error.message` of the response. */
export class InvalidRequest extends Error {
  readonly status: 400 | 404;
  readonly code: string | undefined;
  readonly isExecuted: boolean;
  readonly param: string | undefined;

  constructor(message: string, { status = 400, code, isExecuted = false, param }: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.isExecuted = isExecuted;
    this.param = param;
  }
}

export const notFound = (resource: string, id: string) =>
  new InvalidRequest(`No such ${resource}: '${id}'`, {
    status: 404,
    code: 'resource_missing',
  });
