import type { SessionLink } from '@carry/contracts/site';
import type { Menu } from '../page/boot';

export const listChoices = ({ selector, entries }: Menu): Menu['entries'] =>
  entries.filter(({ group }) => group === null || group === selector?.group);

export function groupNavigation({
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

export const filterLinks = (links: readonly SessionLink[], user: object | null): SessionLink[] =>
  links.filter(({ onlyIf }) => !onlyIf || (user && Reflect.get(user, onlyIf) === true));
