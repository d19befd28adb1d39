import { additive, maybe, number, type Of, object, text } from '../shape';

/** Seller and included tax of a purchase, in USD, in the answer of `GET /api/stripe/success-info/`. */
export const receipt = object({
  seller: object({ name: text, address: maybe(text), tax_id: maybe(text) }),
  /** Null if the seller has not set a rate. */
  tax: maybe(object({ percent: number(0), amount: number(0) })),
});
export type Receipt = Of<typeof receipt>;

export const successReceipt = object({ receipt: additive(receipt) });
