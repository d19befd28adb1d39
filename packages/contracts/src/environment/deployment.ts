import { number, optional, text, webUrl, withDefault } from './environment';

/** Tracing settings of each process; names are OpenTelemetry's. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'base URL of an OpenTelemetry collector (OTLP over HTTP), such as `http://localhost:4318`',
    webUrl().transform((value) => value.replace(/\/+$/, '')),
    'there are no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    'headers for the collector, separated by commas, such as `authorization=Basic%20…`',
    text(),
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    'share of requests to trace, from 0 to 1; use the same value for all processes',
    number({ min: 0, max: 1 }, 'from 0 to 1'),
    '1',
  ),
};

/** Access to a bucket, by the names of the AWS client, which reads them itself. */
export const bucketVariables = {
  AWS_ACCESS_KEY_ID: optional(
    'access key of the bucket; its rights are in `deploy/bucket/site.json` for sites, in `deploy/bucket/releases.json` for the release server and its commands',
    text(),
  ),
  AWS_SECRET_ACCESS_KEY: optional('secret of the access key', text()),
  AWS_REGION: optional('region of the bucket', text()),
  AWS_ENDPOINT_URL_S3: optional(
    'address of an S3-compatible service other than Amazon',
    webUrl(),
    '`AWS_ENDPOINT_URL`',
  ),
  AWS_ENDPOINT_URL: optional('the same, for all services of the AWS client', webUrl()),
};

const parseHost = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

export const isLoopbackUrl = (url: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(parseHost(url));

export const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:';

/** True for a production site: a public origin. */
export const isPublic = (url: string): boolean => isHttps(url);

const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

/** True if mail to or from an address (`a@b.c` or `Name <a@b.c>`) can never arrive. */
export const isReservedAddress = (address: string) =>
  RESERVED.test(/@([^\s@<>]+)>?\s*$/.exec(address)?.[1]?.replace(/\.$/, '') ?? '');

const MIN_LENGTH = 32;
const FEWEST_LETTERS = 8;
const KNOWN =
  /^(change|secret|password|example|default|insecure|please|your|todo|dummy|sample|replace|test|dev|local|carry)/i;

function findWeakness(value: string): string | null {
  if (value.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (new Set(value).size < FEWEST_LETTERS || /^(.{1,16})\1+$/.test(value))
    return 'repeats itself, so it can be guessed';
  if (KNOWN.test(value)) return 'starts like an example, which others know too';
  return null;
}

/** Weaknesses of a set of secrets, one sentence each; two equal secrets are a weakness. */
export function weaknesses(secrets: Record<string, string>): string[] {
  const seen = new Map<string, string>();
  return Object.entries(secrets).flatMap(([name, value]) => {
    const weakness = findWeakness(value);
    const other = seen.get(value);
    seen.set(value, name);
    return [
      ...(weakness ? [`${name} ${weakness}; make one with: openssl rand -hex 32`] : []),
      ...(other ? [`${name} is the same as ${other}; each needs its own`] : []),
    ];
  });
}
