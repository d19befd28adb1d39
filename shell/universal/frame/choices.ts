import type { SessionLink } from '@carry/contracts/site';
import type { Menu } from '../page/boot';

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

/** The links of a session that somebody with this profile has. */
export const linksFor = (links: readonly SessionLink[], user: object | null): SessionLink[] =>
  links.filter(({ onlyIf }) => !onlyIf || (user && Reflect.get(user, onlyIf) === true));
