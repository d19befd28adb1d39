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

/** What the release server reads from its environment; the client of a bucket reads the variables of AWS beside it. */
export const releaseServerVariables = {
  RELEASES_PORT: withDefault('where the release server answers', port(1), '4200'),
  HOST: withDefault('the address that the release server listens on', host(), '127.0.0.1'),
  RELEASES_STORE: required(
    'the store that it alone writes releases into: a directory, or `s3://bucket/prefix`',
    text().refine(isStoreLocation, must('a directory or s3://bucket/prefix')),
  ),
  RELEASES_TRUST: optional(
    "the operators' public keys, separated by commas: only what they signed says who may ship what",
    text(),
    'whoever can write the store does',
  ),
  RELEASES_KEY: optional(
    'the file of its own key: signs what pipelines send with a token (a countersigner of `site.json`)',
    text(),
    'tokens of pipelines are refused',
  ),
  RELEASES_URL: optional(
    'the address at which teams reach the release server: requests that were signed for another one are refused',
    webUrl(),
    'requests from this machine alone are accepted',
  ),
  SITE_URL: required('origin of the site that preview links lead to', origin()),
  PREVIEW_SECRET: required("signs preview links; the same as the site's", secret()),
  CHROMIUM_PATH: optional('the browser that opens what teams send', text(), 'an installed one'),
  STATUS_TOKEN: optional('opens `/metrics`', text(), 'nothing does'),
  LOG_LEVEL: withDefault(
    'what is logged: `info` has a line for each request and each change',
    oneOf(LOG_LEVELS),
    'info',
  ),
  ...tracingVariables,
};
