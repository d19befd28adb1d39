import { tracingVariables } from '@carry/contracts/deployment';
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
import { isStoreLocation } from '@carry/releases';
import { LOG_LEVELS } from 'server-kit/log';

/** Environment variables of the release server. The S3 client also reads `AWS_*`. */
export const releaseServerVariables = {
  RELEASES_PORT: withDefault('port of the release server', port(1), '4200'),
  HOST: withDefault('address that the release server listens on', host(), '127.0.0.1'),
  RELEASES_STORE: required(
    'release store: a directory or `s3://bucket/prefix`; the release server is its only writer',
    text().refine(isStoreLocation, must('a directory or s3://bucket/prefix')),
  ),
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
  CHROMIUM_PATH: optional('path of Chromium for the gates', text(), 'an installed one'),
  STATUS_TOKEN: optional('bearer token for `/metrics`', text(), '`/metrics` is disabled'),
  LOG_LEVEL: withDefault(
    'log level; `info` logs each request and each change',
    oneOf(LOG_LEVELS),
    'info',
  ),
  ...tracingVariables,
};
