import { html } from 'hono/html';
import { page } from '../html/page';
import { type DeclineCode, declines } from './declines';
import type { CheckoutSession } from './sessions';

const dollars = ({ amount_total, currency }: CheckoutSession) =>
  `${(amount_total / 100).toFixed(2)} ${currency.toUpperCase()}`;

export const hostedPage = (session: CheckoutSession, declined: DeclineCode | null) =>
  page(
    `Pay ${dollars(session)}`,
    html`<p>${session.description}</p>
      ${declined ? html`<p class="bad" role="alert">${declines[declined]}</p>` : ''}
      ${
        session.status === 'open'
          ? html`<form method="post" action="/c/pay/${session.id}/pay"><button>Pay ${dollars(session)}</button></form>
            <form method="post" action="/c/pay/${session.id}/pay"><select name="refunds" aria-label="Refunds of this card"><option value="pending">Refunds stay pending</option><option value="failed">Refunds fail</option></select> <button>Use this card</button></form>
            <form method="post" action="/c/pay/${session.id}/decline"><select name="code" aria-label="Reason">${Object.keys(declines).map((code) => html`<option>${code}</option>`)}</select> <button>Decline</button></form>
            <form method="post" action="/c/pay/${session.id}/cancel"><button>Cancel</button></form>`
          : html`<p class="bad" role="alert">This payment page is ${session.status === 'expired' ? 'no longer open' : 'paid already'}.</p>`
      }
      <p class="note">Sandbox: your card isn't charged. In production, the payment provider serves this page.</p>`,
  );
