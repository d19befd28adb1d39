import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isInternalAddress } from 'server-kit/network';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface PublicFetchOptions {
  maxBytes: number;
  timeoutMs: number;
  /** Allows http and internal addresses, on a site that runs on one machine. */
  allowInternal: boolean;
}

/** A failed request for a user's address; the message is for the user. */
export class FetchRefused extends Error {}

/** Resolves a name to public addresses only. The connection uses the checked address, so a second answer of the name server has no effect. */
const lookupPublic: LookupFunction = (host, options, callback) =>
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isInternalAddress(address)))
      return callback(new FetchRefused('This address is not on the public internet.'), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });

function requirePublic(url: URL, allowInternal: boolean): void {
  if (allowInternal) return;
  if (url.protocol !== 'https:') throw new FetchRefused('Use a link that starts with https://.');
  // An address instead of a name is not looked up.
  if (isInternalAddress(url.hostname.replace(/^\[|\]$/g, '')))
    throw new FetchRefused('This address is not on the public internet.');
}

/** Reads a text from an address that a user typed. Throws {@link FetchRefused} with a sentence for the user. */
export async function fetchPublicText(
  address: string,
  { maxBytes, timeoutMs, allowInternal }: PublicFetchOptions,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      requirePublic(url, allowInternal);
      const answer = await load(url, { maxBytes, signal, allowInternal });
      if ('text' in answer) return answer.text;
      url = new URL(answer.location, url);
    }
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (signal.aborted) throw new FetchRefused('This address took too long to respond.');
    throw new FetchRefused("We can't reach this address.");
  }
  throw new FetchRefused('This address redirects too often.');
}

interface LoadOptions {
  maxBytes: number;
  signal: AbortSignal;
  allowInternal: boolean;
}

const load = (url: URL, { maxBytes, signal, allowInternal }: LoadOptions) =>
  new Promise<{ text: string } | { location: string }>((resolve, reject) => {
    if (!/^https?:$/.test(url.protocol)) {
      reject(new FetchRefused('Use a link that starts with https://.'));
      return;
    }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        signal,
        agent: false,
        headers: {
          accept: 'text/calendar, text/plain;q=0.5',
          'user-agent': 'Carry calendar reader',
        },
        ...(!allowInternal && { lookup: lookupPublic }),
      },
      (response) => {
        const { statusCode = 0, headers } = response;
        if (REDIRECTS.has(statusCode) && headers.location) {
          request.destroy();
          return resolve({ location: headers.location });
        }
        if (statusCode !== 200) {
          request.destroy();
          return reject(new FetchRefused(`This address returned error ${statusCode}.`));
        }
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size <= maxBytes) return void parts.push(part);
          request.destroy();
          reject(
            new FetchRefused(`This file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`),
          );
        });
        // Unlike `toString`, removes a byte order mark.
        response.on('end', () => resolve({ text: new TextDecoder().decode(Buffer.concat(parts)) }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end();
  });
