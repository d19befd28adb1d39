import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useHost } from '../host/host';
import { type HeadElement, headElements, unmatchedTags } from './head-tags';
import { pageHandle, settle } from './route-head';

export function HeadManager() {
  const { site, menu, setTitle, owns, refusedPreview, serverHtml } = useHost();
  const matches = useMatches();
  const { pathname } = useLocation();
  useEffect(() => {
    let current = true;
    const page = pageHandle(matches, site);
    void settle(page?.args.data).then((data) => {
      if (!current) return;
      const unmatched = matches.at(-1)?.id === 'unmatched';
      if (unmatched && serverHtml?.pathname === pathname) return; // keeps the server's head
      const tags =
        page?.handle.head?.({ ...page.args, data }) ??
        (unmatched ? unmatchedTags(site, refusedPreview?.(pathname), owns(pathname)) : undefined);
      applyHead(headElements(tags, site, { pathname, fallback: menu.head }), setTitle);
    });
    return () => {
      current = false;
    };
  }, [matches, site, menu, setTitle, pathname, owns, refusedPreview, serverHtml]);
  return null;
}

function applyHead(elements: HeadElement[], setTitle?: (title: string) => void): void {
  const fresh = elements.flatMap((element) => {
    if (element.tag === 'title') {
      setTitle?.(element.text);
      return [];
    }
    if (element.tag === 'json-ld') {
      const block = document.head.querySelector('script[type="application/ld+json"]');
      if (block && block.textContent !== element.text) block.replaceChildren(element.text);
      return [];
    }
    const node = document.createElement(element.tag);
    for (const [name, value] of Object.entries(element.attributes)) node.setAttribute(name, value);
    node.dataset['head'] = '';
    return [node];
  });
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  document.head.append(...fresh);
}

export function useFailureTitle(failure: string): void {
  const { site, showFailure } = useHost();
  useEffect(() => showFailure?.(`${failure} | ${site.name}`), [failure, site, showFailure]);
}
