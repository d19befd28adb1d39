import { bucketVariables, tracingVariables } from '@carry/contracts/deployment';
import {
  host,
  must,
  oneOf,
  optional,
  origin,
  port,
  required,
  secret,
  text,
  webUrl,
  withDefault,
} from '@carry/contracts/environment';
import { eventVariables, isStoreLocation } from '@carry/releases';
import { LOG_LEVELS } from 'server-kit/log';

export const releaseServerVariables = {
  RELEASES_PORT: withDefault('port of the release server', port(1), '4200'),
  HOST: withDefault('address that the release server listens on', host(), '127.0.0.1'),
  RELEASES_STORE: required(
    'release store: a directory or `s3://bucket/prefix`; the release server is its only writer',
    text().refine(isStoreLocation, must('a directory or s3://bucket/prefix')),
  ),
  ...bucketVariables,
  RELEASES_TRUST: optional(
    "operators' public keys, separated by commas: only they can sign ownership",
    text(),
    'anyone with write access to the store can change ownership',
  ),
  RELEASES_KEY: optional(
    'file of its signing key: signs uploads that pipelines send with an OIDC token (a countersigner of `site.json`)',
    text(),
    'OIDC tokens are rejected',
  ),
  RELEASES_URL: optional(
    'public URL of the release server; requests signed for another URL are rejected',
    webUrl(),
    'only requests from this machine are accepted',
  ),
  SITE_URL: required('origin of the site, for preview links', origin()),
  PREVIEW_SECRET: required('signs preview links; the same value as for the site', secret()),
  PREVIEW_SECRET_BEFORE: optional(
    'the previous `PREVIEW_SECRET`, still accepted while you rotate it',
    secret(),
  ),
  CHROMIUM_PATH: optional('path of Chromium for the gates', text(), 'an installed one'),
  STATUS_TOKEN: optional(
    'bearer token for `/metrics`, and for the numbers that the console reads from the site; the same value as for the site',
    text(),
    '`/metrics` is disabled, and the console has no numbers',
  ),
  STATUS_URL: optional(
    'address of one site process, such as `http://site-1:3000`, from which the console reads its numbers; proxies do not forward them',
    webUrl(),
    '`SITE_URL`',
  ),
  CONSOLE_OIDC_ISSUER: optional(
    'address of the identity provider for the console at `/console`',
    webUrl(),
    'the console is disabled',
  ),
  CONSOLE_OIDC_CLIENT_ID: optional(
    'client id of the console at the identity provider; its redirect address is `RELEASES_URL` with `/console/signed-in`',
    text(),
    'required with an issuer',
  ),
  CONSOLE_OIDC_CLIENT_SECRET: optional(
    'client secret of the console; also encrypts its cookies',
    secret(),
    'required with an issuer',
  ),
  CONSOLE_OIDC_SCOPE: optional(
    'scopes to request, separated by spaces',
    text(),
    '`openid email profile`',
  ),
  CONSOLE_OPERATORS: optional(
    'accounts that may change each remote whose owner names the issuer: claims such as `groups=platform,email=kim@carry.example`',
    text(),
  ),
  CONSOLE_VIEWERS: optional(
    'accounts with read access: claims as above, or `all` for each account of the issuer',
    text(),
    'accounts that may change a remote',
  ),
  ...eventVariables,
  LOG_LEVEL: withDefault(
    'log level; `info` logs each request and each change',
    oneOf(LOG_LEVELS),
    'info',
  ),
  ...tracingVariables,
};
