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
  { previewLink, previewSecret, now }: Service,
): void {
  app.get(PATH, async (context) => {
    const claim = verifyPreview(previewSecret, context.req.query('preview') ?? '', now().getTime());
    if (typeof claim === 'string')
      return context.json({ detail: 'the link is wrong or has expired' }, 404);
    const code = renderSVG(await previewLink(claim.remote, claim.channel), { border: QUIET_ZONE });
    return context.body(code, 200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
}
