import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { page, printAmount } from '../html/page';
import type { ConnectedAccount, ConnectedAccounts } from './accounts';
import { at, parseFormBody } from './form-body';
import { InvalidRequest } from './invalid-request';
import type { Payout, Transfers } from './transfers';
import type { OutgoingEvent } from './webhooks';

export interface ConnectOptions {
  accounts: ConnectedAccounts;
  transfers: Transfers;
  sendEvent: (event: OutgoingEvent) => void;
}

const readForm = async (context: Context) => parseFormBody(await context.req.text());
const toList = (data: unknown[]) => ({ object: 'list', data, has_more: false });

export function addConnect(app: Hono, options: ConnectOptions): void {
  const { accounts, transfers } = options;
  addAccounts(app, accounts);
  addTransfers(app, transfers, options);
  addPayouts(app, transfers, options);
  addSetupPage(app, accounts, options);
  addAccountPage(app, { accounts, transfers }, options);
}

function addAccounts(app: Hono, accounts: ConnectedAccounts): void {
  app.get('/v1/account', (context) =>
    context.json({ id: 'acct_platform', object: 'account', country: 'US' }),
  );
  app.post('/v1/accounts', async (context) =>
    context.json(accounts.create(await readForm(context))),
  );
  app.get('/v1/accounts/:id', (context) => context.json(accounts.get(context.req.param('id'))));
  app.post('/v1/accounts/:id/login_links', (context) =>
    context.json(accounts.loginLink(context.req.param('id'))),
  );
  app.post('/v1/account_links', async (context) =>
    context.json(accounts.link(await readForm(context))),
  );
}

function addTransfers(app: Hono, transfers: Transfers, { sendEvent }: ConnectOptions): void {
  app.post('/v1/transfers', async (context) => {
    const transfer = transfers.create(await readForm(context));
    sendEvent({ type: 'transfer.created', object: transfer });
    return context.json(transfer);
  });
  app.get('/v1/transfers', (context) => {
    const { transfer_group: group, destination } = context.req.query();
    return context.json(
      toList(transfers.list({ ...(group && { group }), ...(destination && { destination }) })),
    );
  });
  app.get('/v1/transfers/:id', (context) => context.json(transfers.get(context.req.param('id'))));
  app.post('/v1/transfers/:id/reversals', async (context) => {
    const id = context.req.param('id');
    const reversal = transfers.reverse(id, await readForm(context));
    sendEvent({ type: 'transfer.reversed', object: transfers.get(id) });
    return context.json(reversal);
  });
}

const getAccount = (context: Context): string => {
  const account = context.req.header('stripe-account');
  if (!account) throw new InvalidRequest('Missing the header Stripe-Account.');
  return account;
};

const payoutEvent = (payout: Payout): OutgoingEvent => ({
  type: `payout.${payout.status}`,
  object: payout,
  account: payout.account,
});

function addPayouts(app: Hono, transfers: Transfers, { sendEvent }: ConnectOptions): void {
  app.get('/v1/payouts', (context) =>
    context.json(toList(transfers.listPayouts(getAccount(context)))),
  );
  app.get('/v1/balance', (context) => {
    const account = context.req.header('stripe-account');
    const balance = account
      ? { amount: transfers.getBalance(account), currency: 'usd' }
      : { amount: transfers.platformBalance(), currency: transfers.platform.settlementCurrency };
    return context.json({ object: 'balance', available: [balance], pending: [] });
  });
  app.post('/v1/payouts', async (context) => {
    const amount = Number(at(await readForm(context), 'amount'));
    if (!Number.isInteger(amount) || amount < 1)
      throw new InvalidRequest('Invalid positive integer: amount');
    const payout = transfers.payOut(getAccount(context), amount);
    sendEvent(payoutEvent(payout));
    return context.json(payout);
  });
}

const updated = (account: ConnectedAccount): OutgoingEvent => ({
  type: 'account.updated',
  object: account,
  account: account.id,
});

function addSetupPage(app: Hono, accounts: ConnectedAccounts, { sendEvent }: ConnectOptions): void {
  app.get('/connect/setup/:key', (context) => {
    const key = context.req.param('key');
    const { account, isExpired, refreshUrl, returnUrl } = accounts.open(key);
    if (isExpired) return context.redirect(refreshUrl, 303);
    const { country, email } = accounts.get(account);
    return context.html(
      page(
        'Set up your account',
        html`<p>${email} (${country})</p>
          <form method="post" action="/connect/setup/${key}"><button>Agree and submit</button></form>
          <p><a href="${returnUrl}">Save for later</a></p>
          <p class="note">Sandbox: no details are needed. In production, the payment provider serves this page.</p>`,
      ),
    );
  });
  app.post('/connect/setup/:key', (context) => {
    const { account, link } = accounts.submit(context.req.param('key'));
    sendEvent(updated(account));
    return context.redirect(link.returnUrl, 303);
  });
}

function addAccountPage(
  app: Hono,
  { accounts, transfers }: { accounts: ConnectedAccounts; transfers: Transfers },
  { sendEvent }: ConnectOptions,
): void {
  app.get('/connect/accounts/:id', (context) => {
    const { id, email } = accounts.get(context.req.param('id'));
    return context.html(
      page(
        'Your account',
        html`<p>${email}</p>
          <p>Balance: ${printAmount(transfers.getBalance(id), 'usd')}</p>
          <ul>${transfers.listPayouts(id).map((one) => html`<li>${printAmount(one.amount, one.currency)} ${one.status}</li>`)}</ul>
          <form method="post" action="/connect/accounts/${id}/pay-out"><button>Pay out</button></form>
          <form method="post" action="/connect/accounts/${id}/fail"><button>Pay out to a closed bank account</button></form>`,
      ),
    );
  });
  for (const [action, failure] of [
    ['pay-out', null],
    ['fail', 'The bank account has been closed'],
  ] as const)
    app.post(`/connect/accounts/:id/${action}`, (context) => {
      const { id } = accounts.get(context.req.param('id'));
      const balance = transfers.getBalance(id);
      if (balance > 0) sendEvent(payoutEvent(transfers.payOut(id, balance, failure)));
      return context.redirect(`/connect/accounts/${id}`, 303);
    });
}
