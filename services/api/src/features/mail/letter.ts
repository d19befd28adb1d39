import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { layout, type Site } from './layout';
import type { Mail } from './outbox';

export type Block =
  | string
  | { facts: [name: string, value: string][] }
  | { quote: string; by: string }
  | { action: string; url: string }
  | { link: string; url: string };

export interface Letter extends Omit<Mail, 'body' | 'html'> {
  blocks: Block[];
}

export function compose(site: Site, { blocks, ...letter }: Letter): Mail {
  const { subject, unsubscribe } = letter;
  const end = unsubscribe ? [{ link: unsubscribe.words, url: unsubscribe.page }] : [];
  const plain = [...blocks, site.siteName, ...end].map(inWords).join('\n\n');
  const content = blocks.map(inHtml);
  return {
    ...letter,
    body: `${plain}\n`,
    html: String(layout(site, { subject, content, unsubscribe: unsubscribe ?? null })),
  };
}

function inWords(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('quote' in block) return `${block.by}: ${block.quote}`;
  return `${'action' in block ? block.action : block.link}: ${block.url}`;
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

function inHtml(block: Block): Html {
  if (typeof block === 'string')
    return html`<p class="text" style="margin:0 0 20px;word-break:break-word">${block}</p>`;
  if ('facts' in block)
    return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="facts" style="margin:0 0 24px;border-top:1px solid #dfe3ec">${block.facts.map(fact)}</table>`;
  if ('quote' in block)
    return html`<p class="soft" style="margin:0 0 4px;font-size:14px;color:#566077">${block.by}</p><p dir="auto" class="text" style="margin:0 0 20px;padding-left:14px;border-left:3px solid #ff7a3d;white-space:pre-wrap;word-break:break-word">${block.quote}</p>`;
  if ('link' in block)
    return html`<p style="margin:0 0 20px"><a href="${block.url}" class="link" style="color:#1d4fc4">${block.link}</a></p>`;
  return html`<p style="margin:0 0 24px"><a href="${block.url}" class="action" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#ff7a3d;color:#1c0a02;font-weight:700;text-decoration:none">${block.action}</a></p>`;
}

const fact = ([name, value]: [string, string]) =>
  html`<tr><td class="soft line" style="padding:10px 12px 10px 0;border-bottom:1px solid #dfe3ec;color:#566077;font-size:14px;vertical-align:top;width:84px">${name}</td><td dir="auto" class="text line" style="padding:10px 0;border-bottom:1px solid #dfe3ec;word-break:break-word">${value}</td></tr>`;
