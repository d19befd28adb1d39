import { useSession } from '../data/session';

/** Returns a function that names an author: teams and operators by their keys, others as they are. */
export function useAuthors(): (who: string, remote: string) => string {
  const { authors } = useSession().session;
  return (who, remote) => authors[remote]?.[who] ?? who;
}

interface AuthorProps {
  who: string;
  remote: string;
}

/** Author of a change. The key behind a name is its title. */
export function Author({ who, remote }: AuthorProps) {
  const name = useAuthors()(who, remote);
  return name === who ? who : <span title={who}>{name}</span>;
}
