import { bucketVariables } from '@carry/contracts/deployment';
import { optional, secret, text, webUrl } from '@carry/contracts/environment';

export const releaseVariables = {
  RELEASES_STORE: optional(
    'release store: a directory, or `s3://bucket/prefix`; `--store` overrides it',
    text(),
    '`.data/releases`',
  ),
  CARRY_RELEASES: optional('address of a release server; `--to` overrides it', webUrl()),
  RELEASES_KEY: optional(
    'signing key for releases and pointers: PEM, or the path of a file',
    text(/^[\s\S]*$/),
  ),
  CARRY_OIDC_TOKEN: optional(
    "a pipeline's OpenID Connect token for the release server, in place of `RELEASES_KEY`",
    text(),
    "GitHub's own, if the workflow may request it",
  ),
  ACTIONS_ID_TOKEN_REQUEST_URL: optional(
    'address at which a workflow requests its token; set by GitHub',
    webUrl(),
  ),
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: optional('authorizes that request; set by GitHub', text()),
  RELEASES_TRUST: optional(
    "operators' public keys, separated by commas: only they can sign ownership",
    text(),
    'anyone with write access to the store can change ownership',
  ),
  RELEASES_USER: optional(
    'name in the audit log for unsigned changes',
    text(),
    '`USER`',
  ),
  USER: optional('user name; set by the system', text()),
  SITE_URL: optional(
    'origin of the site that preview links lead to',
    webUrl(),
    '`http://localhost:PORT`',
  ),
  PREVIEW_SECRET: optional(
    "signs preview links; the same value as for the site",
    secret(),
    'the one that `npm start` generated',
  ),
  CHROMIUM_PATH: optional(
    'path of Chromium for the gates',
    text(),
    'an installed one',
  ),
  NO_COLOR: optional('any value disables colors', text()),
  ...bucketVariables,
};
