import type { HeadTags, SiteConfig } from '@carry/contracts/shell';
import type { SiteFrame } from '@carry/contracts/site';
import { resolveHref } from '../page/boot';
import { OPEN_GRAPH_LOCALE } from '../page/locale';
import { unmatchedTags } from './route-head';

export type HeadElement =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; attributes: Record<string, string> }
  | { tag: 'link'; attributes: Record<string, string> }
  | { tag: 'json-ld'; text: string };

const IMAGE_WIDTH = 1200;
const IMAGE_HEIGHT = 675;

type Fallback = SiteFrame['head'];

export function headElements(
  tags: HeadTags | undefined,
  site: SiteConfig,
  { pathname, fallback }: { pathname: string; fallback: Fallback },
): HeadElement[] {
  const title = tags?.title ?? site.name;
  const description = tags?.description ?? fallback?.description ?? site.name;
  const canonical = site.url + (tags?.canonical ?? (pathname.replace(/\/$/, '') || '/'));
  const image = tags?.image ?? fallback?.picture;
  const imageUrl = image && new URL(image.path, site.url).href;
  const meta = (attributes: Record<string, string>): HeadElement => ({ tag: 'meta', attributes });
  const property = (name: string, content: string) => meta({ property: name, content });
  return [
    { tag: 'title', text: title },
    meta({ name: 'description', content: description }),
    ...(tags?.noindex ? [meta({ name: 'robots', content: 'noindex' })] : []),
    { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
    property('og:title', title),
    property('og:description', description),
    property('og:type', 'website'),
    property('og:url', canonical),
    property('og:site_name', site.name),
    property('og:locale', OPEN_GRAPH_LOCALE),
    ...(image
      ? [
          property('og:image', imageUrl ?? ''),
          property('og:image:type', 'image/png'),
          property('og:image:width', String(IMAGE_WIDTH)),
          property('og:image:height', String(IMAGE_HEIGHT)),
          property('og:image:alt', image.alt),
        ]
      : []),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
    meta({ name: 'twitter:title', content: title }),
    meta({ name: 'twitter:description', content: description }),
    ...(imageUrl ? [meta({ name: 'twitter:image', content: imageUrl })] : []),
    {
      tag: 'json-ld',
      text: JSON.stringify({
        '@context': 'https://schema.org',
        '@graph': [...siteNodes(site, fallback?.sameAs ?? []), ...(tags?.jsonLd ?? [])],
      }),
    },
  ];
}

export const notFoundHead = (
  site: SiteConfig,
  pathname: string,
  fallback: Fallback,
): HeadElement[] => headElements(unmatchedTags(site, null, false), site, { pathname, fallback });

export const refusedPreviewHead = (
  site: SiteConfig,
  pathname: string,
  fallback: Fallback,
): HeadElement[] => headElements(unmatchedTags(site, true, false), site, { pathname, fallback });

function siteNodes(site: SiteConfig, sameAs: readonly string[]): Record<string, unknown>[] {
  const organization = `${site.url}/#organization`;
  return [
    {
      '@type': 'Organization',
      '@id': organization,
      name: site.name,
      url: site.url,
      logo: `${site.url}/assets/logo.svg`,
      ...(sameAs.length > 0 && { sameAs: sameAs.map((url) => resolveHref(url, site)) }),
    },
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.name,
      url: site.url,
      publisher: { '@id': organization },
    },
  ];
}
