import type { SiteConfig } from '@carry/contracts/shell';
import type { Menu } from '../boot';

/** What a visitor chooses from in the header: the pages that stand before all groups, and those of the selector's group. */
export const choicesOf = ({ selector, entries }: Menu): Menu['entries'] =>
  entries.filter(({ group }) => group === null || group === selector?.group);

/** The groups of the navigation with their links and entries, in the order in which they first appear. */
export function groupsOf({
  entries,
  links,
}: Menu): ({ name: string } & Pick<Menu, 'entries' | 'links'>)[] {
  const names = [
    ...new Set([
      ...entries.flatMap(({ group }) => group ?? []),
      ...links.map(({ group }) => group),
    ]),
  ];
  return names.map((name) => ({
    name,
    entries: entries.filter(({ group }) => group === name),
    links: links.filter(({ group }) => group === name),
  }));
}

/** Where a link leads, with the settings of the site filled in. */
export const hrefOf = (url: string, site: SiteConfig): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((site as unknown as Record<string, unknown>)[name] ?? ''),
  );
