import { samplePath } from '@carry/releases';
import type { OpenedPreview } from '../../../universal/page/boot';
import { exitQuery } from '../../../universal/page/preview-details';
import type { Composition } from '../../composition/composition';
import { escapeHtml } from '../render/escape-html';
import type { RenderedPage } from '../render/page-renderer';

export interface PreviewLine {
  html: string;
  css: string;
}

interface PreviewedPage {
  search: string;
  previews: OpenedPreview[];
  composition: Pick<Composition, 'refs'>;
  page: Pick<RenderedPage, 'owner'>;
}

/** In the head of previewed pages only. */
const css = `#carry-preview {
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-4);
  align-items: center;
  justify-content: center;
  padding: var(--space-2) var(--gutter);
  background: var(--color-warning);
  color: var(--color-on-warning);
  font-size: var(--text-small);
  overflow-wrap: anywhere;
}
#carry-preview p { margin: 0; }
#carry-preview a { display: inline-block; min-block-size: 24px; color: inherit; font-weight: 700; }
@media print { #carry-preview { display: none; } }`;

const name = (remote: string) => `<strong>${escapeHtml(remote)}</strong>`;

export function printPreviewLine(view: PreviewedPage): PreviewLine | undefined {
  if (view.previews.length === 0) return undefined;
  const text = describePreviews(view).join(' ');
  const exit = escapeHtml(exitQuery(view.search));
  const html = `<aside id="carry-preview" aria-label="Preview"><p>${text}</p><a href="${exit}" data-exit>Exit</a></aside>`;
  return { html, css };
}

function describePreviews({ previews, composition, page }: PreviewedPage): string[] {
  const shown = previews.filter(({ state }) => state === 'on');
  const missing = previews.flatMap(({ remote, channel, state }) => {
    const preview = `preview ${escapeHtml(channel)} of ${name(remote)}`;
    if (state === 'ended') return [`The ${preview} isn't available anymore.`];
    return state === 'unreachable' ? [`We can't load the ${preview} right now.`] : [];
  });
  const [first] = shown;
  if (!first) {
    const off = missing.length < previews.length ? ['Your preview is switched off.'] : [];
    return [...missing, ...off, "You're seeing the live site."];
  }
  const list = shown.map(({ remote, channel }) => `${name(remote)} ${escapeHtml(channel)}`);
  const isHere = shown.some(({ remote }) => remote === page.owner?.ref.name);
  const elsewhere = isHere ? [] : describeElsewhere(first.remote, composition);
  return [`Preview of ${list.join(', ')}. Everything else is live.`, ...elsewhere, ...missing];
}

function describeElsewhere(remote: string, { refs }: Pick<Composition, 'refs'>): string[] {
  const pattern = refs.find((ref) => ref.name === remote)?.routes[0]?.path;
  const path = pattern && samplePath(pattern, null);
  const open = path ? ` <a href="${escapeHtml(path)}">Open ${escapeHtml(path)}</a>` : '';
  return [`<span data-elsewhere>This page isn't part of it.${open}</span>`];
}
