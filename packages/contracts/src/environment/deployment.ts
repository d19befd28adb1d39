import { number, optional, text, webUrl, withDefault } from './environment';

/** What each of our processes reads of where its traces go; the names are OpenTelemetry's. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'base URL of an OpenTelemetry collector (OTLP over HTTP), such as `http://localhost:4318`, which gets traces of what requests do',
    webUrl().transform((value) => value.replace(/\/+$/, '')),
    'there are no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    'what the collector asks for, such as `authorization=Basic%20…`, separated by commas',
    text(),
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    'share of the requests that are traced, from 0 to 1; the same for all processes',
    number({ min: 0, max: 1 }, 'from 0 to 1'),
    '1',
  ),
};

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

/** Whether a URL leads to this machine itself. */
export const isLoopbackUrl = (url: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostOf(url));

/** Whether a URL is https, however its scheme is written. */
export const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:';

/** Whether a site is real: strangers come to it, with their passwords and their money. */
export const isPublic = (url: string): boolean => isHttps(url);

/** Domains that belong to nobody (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

/** Whether mail to or from an address (`a@b.c`, or `Name <a@b.c>`) can never arrive. */
export const isReservedAddress = (address: string) =>
  RESERVED.test(/@([^\s@<>]+)>?\s*$/.exec(address)?.[1]?.replace(/\.$/, '') ?? '');

const MIN_LENGTH = 32;
const FEWEST_LETTERS = 8;
const KNOWN =
  /^(change|secret|password|example|default|insecure|please|your|todo|dummy|sample|replace|test|dev|local|carry)/i;

/** Why a value is no secret for a real site, to follow its name in a sentence; null when it may be one. */
function weaknessOf(value: string): string | null {
  if (value.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (new Set(value).size < FEWEST_LETTERS || /^(.{1,16})\1+$/.test(value))
    return 'repeats itself, so it can be guessed';
  if (KNOWN.test(value)) return 'starts like an example, which others know too';
  return null;
}

/** The weaknesses of a set of named secrets, a sentence each: of one of them, or that two are the same. */
export function weaknesses(secrets: Record<string, string>): string[] {
  const seen = new Map<string, string>();
  return Object.entries(secrets).flatMap(([name, value]) => {
    const weakness = weaknessOf(value);
    const other = seen.get(value);
    seen.set(value, name);
    return [
      ...(weakness ? [`${name} ${weakness}; make one with: openssl rand -hex 32`] : []),
      ...(other ? [`${name} is the same as ${other}; each needs its own`] : []),
    ];
  });
}
