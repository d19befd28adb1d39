import type { HeadArgs, HeadTags, SiteConfig } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import { firstParagraph } from '@carry/remote-kit/first-paragraph';
import type { IntroducedCoach } from '@carry/remote-kit/own-answers';
import { featuredCoach, paths } from '@carry/remote-kit/paths';

const SNIPPET_LENGTH = 155;

interface Data {
  coach: IntroducedCoach | null;
  services: Service[];
}

/** Path or URL of a coach's social picture. The picture "booking" shows the featured coach. */
function getPicture(coach: IntroducedCoach, id: string, site: SiteConfig): string {
  if (coach.social_picture) return coach.social_picture;
  if (id === featuredCoach(site)) return paths.socialPicture('booking');
  return paths.socialPicture(coach.games?.[0]?.code ?? 'home');
}

function describe({ name, games, description }: IntroducedCoach): string {
  const words = games?.length ? firstParagraph(description, SNIPPET_LENGTH) : '';
  return (
    words ||
    `One-on-one esports coaching with ${name}. Pick a service and a time, pay securely, get better.`
  );
}

const createPerson = (coach: IntroducedCoach, url: string) => ({
  '@type': 'Person',
  '@id': `${url}#coach`,
  name: coach.name,
  jobTitle: 'Esports coach',
  description: describe(coach),
  ...(coach.image_url && { image: coach.image_url }),
  ...(coach.languages?.length && { knowsLanguage: coach.languages.map(({ code }) => code) }),
  ...(coach.games?.length && { knowsAbout: coach.games.map(({ name }) => name) }),
  ...(coach.country && { homeLocation: { '@type': 'Country', name: coach.country.name } }),
});

export function createHead({ data, params, site }: HeadArgs<Data>): HeadTags {
  const coach = data?.coach;
  if (!coach)
    return {
      title: `${coach === null ? 'Coach not found' : 'Book a session'} | ${site.name}`,
      noindex: coach === null,
    };
  const id = params['coachId'] ?? '';
  const url = site.url + paths.booking(id);
  return {
    title: `Book a session with ${coach.name} | ${site.name}`,
    image: { path: getPicture(coach, id, site), alt: `Book a session with ${coach.name}` },
    description: describe(coach),
    jsonLd: [
      {
        '@type': 'Service',
        name: `Coaching with ${coach.name}`,
        serviceType: 'Esports coaching',
        areaServed: 'Worldwide',
        url,
        provider: { '@id': `${site.url}/#organization` },
        offers: data.services?.map(({ label, rate }) => ({
          '@type': 'Offer',
          name: label,
          price: rate,
          priceCurrency: 'USD',
        })),
      },
      ...(coach.games
        ? [
            {
              '@type': 'ProfilePage',
              '@id': `${url}#page`,
              url,
              mainEntity: createPerson(coach, url),
            },
          ]
        : []),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
          { '@type': 'ListItem', position: 2, name: coach.name, item: url },
        ],
      },
    ],
  };
}
