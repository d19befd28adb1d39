import { z } from 'zod';
import { ReleaseRefused } from '../errors/errors';
import type { RateLimiter } from '../limits/rate-limiter';
import { isPublicKey, type SigningKey } from '../signing/keys';
import { getHolder, identityId, readPass, signPass, withPass } from '../signing/pass';
import { assertSender, Nonces, type RequestHead } from '../signing/request';
import { Untrusted } from '../signing/signature';
import type { Trust } from '../signing/trust';
import { countersigner } from './countersign';
import type { Service } from './parts';
import type { Sender } from './sender';
import type { Tokens } from './tokens';

interface Request {
  head: RequestHead;
  header(name: string): string | undefined;
}

/** Returns the sender of a request, by a key in `site.json` or by a pass. Throws {@link Untrusted} otherwise. */
export function findSender({
  request: { head, header },
  trust,
  nonces,
  now,
}: {
  request: Request;
  trust: () => Trust;
  nonces: Nonces;
  now: Date;
}): Sender {
  const text = header('carry-pass');
  if (!text) {
    const key = assertSender({ head, header }, { keys: trust().all, nonces, now });
    return {
      key,
      name: `key ${key}`,
      get trust() {
        return trust();
      },
    };
  }
  const pass = readPass(text, trust(), now);
  const key = assertSender({ head, header }, { keys: [pass.key], nonces, now });
  const { issuer, subject } = pass;
  return {
    key,
    name: getHolder(pass),
    get trust() {
      return withPass(trust(), pass);
    },
    by: { issuer, subject },
  };
}

const passRequest = z.object({ token: z.string(), key: z.string().refine(isPublicKey) });

interface Parts extends Pick<Service, 'consoleClient'> {
  tokens: Tokens;
  key: SigningKey | null;
  trust: Trust;
  passes: RateLimiter;
  now: Date;
}

/** Issues a pass for a pipeline's token, bound to the key that signed the request. */
export async function issuePass(
  { head, header, body }: Request & { body: Buffer },
  { tokens, key, trust, consoleClient, passes, now }: Parts,
): Promise<{ pass: string }> {
  const signer = countersigner(key, trust);
  const request = readPassRequest(body);
  // the token is valid once, so unauthenticated requests need no memory here
  assertSender({ head, header }, { keys: [request.key], nonces: new Nonces(), now });
  const pipelines = trust.pipelines.filter(
    (one) => one.issuer !== consoleClient?.issuer || one.audience !== consoleClient.clientId,
  );
  const { issuer, subject, identities } = await tokens.check(request.token, pipelines, now);
  const wait = passes.consume(getHolder({ issuer, subject }), now.getTime());
  if (wait > 0)
    throw new ReleaseRefused(`rate limit exceeded for ${subject}; try again in ${wait} seconds`);
  return {
    pass: signPass({
      about: { key: request.key, issuer, subject, identities: identities.map(identityId) },
      key: signer,
      trust,
      now,
    }),
  };
}

function readPassRequest(body: Buffer): z.infer<typeof passRequest> {
  try {
    return passRequest.parse(JSON.parse(body.toString()));
  } catch (cause) {
    throw new Untrusted('malformed request for a pass', { cause });
  }
}
