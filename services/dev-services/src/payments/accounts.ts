import { newId } from './charges';
import { at, type FormTree } from './form-body';
import { InvalidRequest, notFound } from './invalid-request';

export interface ConnectedAccount {
  id: string;
  object: 'account';
  type: 'express';
  country: string;
  email: string | null;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
  metadata: Record<string, string>;
  created: number;
}

interface AccountLink {
  account: string;
  expires: number;
  returnUrl: string;
  refreshUrl: string;
  isUsed: boolean;
}

const LINK_SECONDS = 300;
/** Some of the countries without Express accounts. */
const UNSUPPORTED = new Set(['AF', 'CU', 'IR', 'KP', 'RU', 'SY', 'VA']);

export class ConnectedAccounts {
  private readonly accounts = new Map<string, ConnectedAccount>();
  private readonly links = new Map<string, AccountLink>();
  private readonly origin: string;
  private readonly seconds: () => number;

  constructor(origin: string, seconds: () => number) {
    this.origin = origin;
    this.seconds = seconds;
  }

  create(form: FormTree): ConnectedAccount {
    const country = at(form, 'country') ?? 'US';
    if (at(form, 'type') !== 'express') throw new InvalidRequest("type must be 'express' here");
    if (!/^[A-Z]{2}$/.test(country) || UNSUPPORTED.has(country))
      throw new InvalidRequest(
        `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead.`,
        { code: 'country_unsupported', param: 'country' },
      );
    if (at(form, 'capabilities', 'transfers', 'requested') !== 'true')
      throw new InvalidRequest('You must request at least one capability.');
    const account: ConnectedAccount = {
      id: newId('acct'),
      object: 'account',
      type: 'express',
      country,
      email: at(form, 'email') ?? null,
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
      metadata: Object.fromEntries(
        Object.entries(form['metadata'] ?? {}).map(([key, value]) => [key, String(value)]),
      ),
      created: this.seconds(),
    };
    this.accounts.set(account.id, account);
    return account;
  }

  get(id: string): ConnectedAccount {
    const account = this.accounts.get(id);
    if (!account) throw notFound('account', id);
    return account;
  }

  link(form: FormTree) {
    const { id } = this.get(at(form, 'account') ?? '');
    const [returnUrl, refreshUrl] = [at(form, 'return_url'), at(form, 'refresh_url')];
    if (!returnUrl || !refreshUrl)
      throw new InvalidRequest('Missing required param: return_url or refresh_url.');
    if (at(form, 'type') !== 'account_onboarding')
      throw new InvalidRequest("type must be 'account_onboarding' here");
    const key = newId('link');
    const created = this.seconds();
    const expires = created + LINK_SECONDS;
    this.links.set(key, { account: id, expires, returnUrl, refreshUrl, isUsed: false });
    return {
      object: 'account_link',
      created,
      expires_at: created + LINK_SECONDS,
      url: `${this.origin}/connect/setup/${key}`,
    };
  }

  loginLink(id: string) {
    const account = this.get(id);
    if (!account.details_submitted)
      throw new InvalidRequest(
        'Cannot create a login link for an account that has not completed onboarding.',
      );
    return {
      object: 'login_link',
      created: this.seconds(),
      url: `${this.origin}/connect/accounts/${id}`,
    };
  }

  private findLink(key: string): AccountLink {
    const link = this.links.get(key);
    if (!link) throw notFound('account_link', key);
    return link;
  }

  /** Opens the form of a link. It works once and for five minutes: afterwards, only `refresh_url` is left. */
  open(key: string): AccountLink & { isExpired: boolean } {
    const link = this.findLink(key);
    const isExpired = link.isUsed || link.expires <= this.seconds();
    link.isUsed = true;
    return { ...link, isExpired };
  }

  /** Finishes the form: the account can receive transfers. */
  submit(key: string): { account: ConnectedAccount; link: AccountLink } {
    const link = this.findLink(key);
    link.isUsed = true;
    const account = this.get(link.account);
    Object.assign(account, {
      details_submitted: true,
      payouts_enabled: true,
      charges_enabled: true,
      capabilities: { transfers: 'active' },
    });
    return { account, link };
  }
}
