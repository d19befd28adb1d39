import { optional, secret, webUrl, withDefault } from '@carry/contracts/environment';
import { z } from 'zod';

export const splitList = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);

interface EventAddress {
  form: 'webhook' | 'slack' | 'discord';
  url: string;
}

export function parseEventAddress(address: string): EventAddress | null {
  const [, prefix, url = ''] = /^(?:(slack|discord)\+)?(https?:\/\/.+)$/.exec(address) ?? [];
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  if (prefix === 'slack' || hostname === 'hooks.slack.com') return { form: 'slack', url };
  const isDiscord = /^(\w+\.)?discord(app)?\.com$/.test(hostname);
  if (prefix === 'discord' || (isDiscord && pathname.startsWith('/api/webhooks/')))
    return { form: 'discord', url };
  return { form: 'webhook', url };
}

const addresses = () =>
  z.string().refine((value) => splitList(value).every(parseEventAddress), {
    error: 'must be http(s) URLs, separated by commas',
  });

const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/;

const signingSecrets = () =>
  z.string().refine((value) => splitList(value).every((one) => SIGNING_SECRET.test(one)), {
    error: 'must be whsec_ and at least 24 characters of base64',
  });

const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

export const eventVariables = {
  EVENTS_URLS: optional(
    'addresses that get each change of the releases as a signed CloudEvent, separated by commas; webhooks of Slack and Discord, or addresses that begin with `slack+https://` or `discord+https://`, get a sentence',
    addresses(),
    'changes are not announced',
  ),
  EVENTS_SECRET: optional(
    'signs events (standard webhooks): `whsec_` and a key in base64; two, separated by a comma, while you change it',
    signingSecrets(),
    'only chat services get events',
  ),
  EVENTS_GITHUB_REPOSITORY: optional(
    'GitHub repositories of the remotes, separated by commas, such as `owner/name`; each shows the releases of its commits as deployments',
    z.string().refine((value) => splitList(value).every((one) => REPOSITORY.test(one)), {
      error: 'must be repositories such as owner/name, separated by commas',
    }),
  ),
  EVENTS_GITHUB_TOKEN: optional(
    'a token for all of them, which may write deployments, and for notes of reviewers contents and pull requests',
    secret(),
  ),
  GITHUB_API_URL: withDefault('API of GitHub', webUrl(), 'https://api.github.com'),
};
