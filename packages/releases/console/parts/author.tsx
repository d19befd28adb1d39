import { useSession } from '../data/session';
import { Badge } from './badge';

export function useAuthors(): (who: string, remote: string) => string {
  const { authors } = useSession().session;
  return (who, remote) => authors[remote]?.[who] ?? who;
}

interface AuthorProps {
  who: string;
  remote: string;
  unverified?: boolean | undefined;
  unsigned?: boolean | undefined;
}

export function Author({ who, remote, unverified = false, unsigned = false }: AuthorProps) {
  const name = useAuthors()(who, remote);
  return (
    <>
      {name === who ? who : <span title={who}>{name}</span>}
      {(unverified || unsigned) && (
        <>
          {' '}
          {unsigned ? (
            <Badge tone="plain" title="This entry has no signature, so its author is not proven.">
              Not signed
            </Badge>
          ) : (
            <Badge tone="warning" title="No trusted key of this author has signed this entry.">
              Unverified
            </Badge>
          )}
        </>
      )}
    </>
  );
}
