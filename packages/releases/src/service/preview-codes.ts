import { renderSVG } from 'uqr';
import { verifyPreview } from '../pointers/preview-link';
import type { Service, ServiceApp } from './parts';

const QUIET_ZONE = 4;
const PATH = '/preview-code.svg';

export const previewCodePath = (link: string): string =>
  PATH + new URL(link).search.replaceAll('@', '%40');

/** Adds QR codes of preview links, without a sign-in: GitHub and GitLab load pictures without a session, and the address holds the signed link. */
export function addPreviewCodes(
  app: ServiceApp,
  { previewLink, previewSecret, previewSecretBefore, now }: Service,
): void {
  app.get(PATH, async (context) => {
    const token = context.req.query('preview') ?? '';
    const claim = [previewSecret, previewSecretBefore]
      .map((secret) => verifyPreview(secret, token, now().getTime()))
      .find((verified) => typeof verified !== 'string');
    if (!claim) return context.json({ detail: 'the link is wrong or has expired' }, 404);
    const link = new URL(await previewLink(claim.remote, claim.channel));
    link.search = `?preview=${token}`; // the newest link may be valid for longer
    const code = renderSVG(link.href, { border: QUIET_ZONE });
    return context.body(code, 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
}
