import { html } from 'hono/html';
import { page, printAmount } from '../html/page';
import type { Refund } from './charges';
import { type DeclineCode, declines } from './declines';
import type { CheckoutSession } from './sessions';

const printTotal = ({ amount_total, currency }: CheckoutSession) =>
  printAmount(amount_total, currency);

export const hostedPage = (session: CheckoutSession, declined: DeclineCode | null) =>
  page(
    `Pay ${printTotal(session)}`,
    html`<p>${session.description}</p>
      ${declined ? html`<p class="bad" role="alert">${declines[declined]}</p>` : ''}
      ${
        session.status === 'open'
          ? html`<form method="post" action="/c/pay/${session.id}/pay"><button>Pay ${printTotal(session)}</button></form>
            <form method="post" action="/c/pay/${session.id}/pay"><select name="refunds" aria-label="Refunds of this card"><option value="pending">Refunds stay pending</option><option value="failed">Refunds fail</option></select> <button>Use this card</button></form>
            <form method="post" action="/c/pay/${session.id}/decline"><select name="code" aria-label="Reason">${Object.keys(declines).map((code) => html`<option>${code}</option>`)}</select> <button>Decline</button></form>
            <form method="post" action="/c/pay/${session.id}/cancel"><button>Cancel</button></form>`
          : html`<p class="bad" role="alert">This payment page is ${session.status === 'expired' ? 'no longer open' : 'paid already'}.</p>`
      }
      <p class="note">Sandbox: your card isn't charged. In production, the payment provider serves this page.</p>`,
  );

const button = ({ id }: Refund, action: string, label: string) =>
  html`<form method="post" action="/refunds/${id}/${action}"><button>${label}</button></form>`;

/** Refunds, the newest first. A bank may still return one that succeeded. */
export const refundsPage = (refunds: Refund[]) =>
  page(
    'Refunds',
    html`<ul>${refunds.map(
      (refund) => html`<li>
        ${printAmount(refund.amount, refund.currency)}: ${refund.status}
        ${refund.status === 'pending' ? button(refund, 'succeed', 'Succeed') : ''}
        ${refund.status === 'failed' ? '' : button(refund, 'fail', 'Fail')}
      </li>`,
    )}</ul>
    <p class="note">Sandbox: no money moves.</p>`,
  );
