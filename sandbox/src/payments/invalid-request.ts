/** A request that Stripe would refuse; the message is its `error.message`. */
export class InvalidRequest extends Error {
  constructor(
    message: string,
    readonly status: 400 | 404 = 400,
    readonly code?: string,
  ) {
    super(message);
  }
}

export const noSuch = (what: string, id: string) => new InvalidRequest(`No such ${what}: '${id}'`, 404, 'resource_missing');
