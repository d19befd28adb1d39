import { html } from 'hono/html';
import { page } from '../html/page';
import type { Refund } from './charges';

const button = ({ id }: Refund, action: string, label: string) =>
  html`<form method="post" action="/refunds/${id}/${action}"><button>${label}</button></form>`;

/** Refunds, the newest first. A bank may still return one that succeeded. */
export const refundsPage = (refunds: Refund[]) =>
  page(
    'Refunds',
    html`<ul>${refunds.map(
      (refund) => html`<li>
        ${(refund.amount / 100).toFixed(2)} ${refund.currency.toUpperCase()}: ${refund.status}
        ${refund.status === 'pending' ? button(refund, 'succeed', 'Succeed') : ''}
        ${refund.status === 'failed' ? '' : button(refund, 'fail', 'Fail')}
      </li>`,
    )}</ul>
    <p class="note">Sandbox: no money moves.</p>`,
  );
