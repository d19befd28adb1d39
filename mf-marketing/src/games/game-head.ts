import type { RouteHandle } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { landing } from './content';
import type { Game } from './games';

type Head = NonNullable<RouteHandle<{ services?: Service[] }>['head']>;

export function createHead(id: Game['id'], name: string): Head {
  const { headline, tagline } = landing[id];
  return ({ site, data }) => {
    const url = site.url + paths.game(id);
    const offers = data?.services?.map(({ label, rate }) => ({
      '@type': 'Offer',
      name: label,
      price: rate,
      priceCurrency: 'USD',
    }));
    return {
      title: `${headline} | ${site.name}`,
      description: `${tagline} 100% satisfaction guarantee.`,
      image: { path: paths.socialPicture(id), alt: headline },
      jsonLd: [
        {
          '@type': 'Service',
          name: headline,
          serviceType: `${name} coaching`,
          areaServed: 'Worldwide',
          url,
          provider: { '@id': `${site.url}/#organization` },
          offers,
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
            { '@type': 'ListItem', position: 2, name, item: url },
          ],
        },
      ],
    };
  };
}
