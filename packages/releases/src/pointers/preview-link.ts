import { channelName, remoteName } from '@carry/contracts/release';
import { hmac, isHmac } from '../documents/hmac';

export interface PreviewClaim {
  remote: string;
  channel: string;
  /** Milliseconds since the epoch. */
  expires: number;
}

const toText = ({ remote, channel, expires }: PreviewClaim) =>
  `carry-preview:1:${remote}@${channel}:${Math.floor(expires / 1000)}`;

/** Returns the value of `?preview=`: `<remote>@<channel>.<expiry, seconds in base 36>.<signature>`. */
export const signPreview = (secret: string, claim: PreviewClaim) =>
  `${claim.remote}@${claim.channel}.${Math.floor(claim.expires / 1000).toString(36)}.${hmac(secret, toText(claim))}`;

/** Returns the unverified claim of a token; null if it is malformed. */
export function parsePreview(token: string): (PreviewClaim & { signature: string }) | null {
  const [, remote = '', channel = '', expires = '', signature = ''] =
    /^(mf-[a-z0-9-]{1,31})@([a-z0-9-]{1,41})(?:\.([0-9a-z]{1,9})\.([\w-]{43}))?$/.exec(token) ?? [];
  if (!remoteName.safeParse(remote).success || !channelName.safeParse(channel).success) return null;
  return { remote, channel, expires: expires ? Number.parseInt(expires, 36) * 1000 : 0, signature };
}

/** Verifies a token; returns its claim or the reason for a rejection. */
export function verifyPreview(
  secret: string,
  token: string,
  now = Date.now(),
): PreviewClaim | 'forged' | 'expired' {
  const claim = parsePreview(token);
  if (!claim?.signature || !secret) return 'forged';
  if (!isHmac(claim.signature, secret, toText(claim))) return 'forged';
  return claim.expires > now
    ? { remote: claim.remote, channel: claim.channel, expires: claim.expires }
    : 'expired';
}
