import { createRoot } from 'react-dom/client';
import type { createBrowserRouter } from 'react-router-dom';
import type { OpenedPreview } from '../../universal/page/boot';
import { exitQuery } from '../../universal/page/preview-details';
import type { RouteIndex } from '../loading/route-index';
import { Panel } from './panel';
import css from './panel.css?inline';

/** Adds the reviewer's panel to the server's line about previews, in a shadow root of the line's element. */
export function openPanel(
  previews: OpenedPreview[],
  index: Pick<RouteIndex, 'lookup'>,
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>,
): void {
  const host = document.getElementById('carry-preview');
  if (!host || host.shadowRoot) return;
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  const place = document.createElement('div');
  shadow.append(place);
  host.querySelector('[data-elsewhere]')?.remove(); // the panel follows navigation
  const exit = host.querySelector<HTMLAnchorElement>('[data-exit]');
  router.subscribe(({ location }) => {
    if (exit) exit.href = exitQuery(location.search);
  });
  createRoot(place).render(
    <Panel
      previews={previews}
      findOwner={(pathname) => index.lookup(pathname)?.release.name ?? null}
      router={router}
    />,
  );
}
