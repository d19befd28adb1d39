import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useHost } from '../host/host';
import { whenIdle } from '../page/when-idle';
import { pageHandle, settle, unmatchedTags } from './route-head';

/** Updates the title with the page, and the other tags of the document head when the browser is idle. */
export function HeadManager() {
  const { site, menu, setTitle, owns, refusedPreview, serverHtml } = useHost();
  const matches = useMatches();
  const { pathname } = useLocation();
  useEffect(() => {
    let current = true;
    let cancel = () => {};
    const page = pageHandle(matches, site);
    void settle(page?.args.data).then((data) => {
      if (!current) return;
      const unmatched = matches.at(-1)?.id === 'unmatched';
      if (unmatched && serverHtml?.pathname === pathname) return; // keeps the server's head
      const tags =
        page?.handle.head?.({ ...page.args, data }) ??
        (unmatched ? unmatchedTags(site, refusedPreview?.(pathname), owns(pathname)) : undefined);
      setTitle?.(tags?.title ?? site.name);
      cancel = whenIdle(() => {
        import(/* webpackChunkName: "idle" */ './write-head')
          .then(({ writeHead }) => {
            if (current) writeHead(tags, site, { pathname, fallback: menu.head });
          })
          .catch(() => {}); // without its chunk, the tags stay those of the last page
      });
    });
    return () => {
      current = false;
      cancel();
    };
  }, [matches, site, menu, setTitle, pathname, owns, refusedPreview, serverHtml]);
  return null;
}

export function useFailureTitle(failure: string): void {
  const { site, showFailure } = useHost();
  useEffect(() => showFailure?.(`${failure} | ${site.name}`), [failure, site, showFailure]);
}
