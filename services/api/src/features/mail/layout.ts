import { html, raw } from 'hono/html';
import type { ApiConfig } from '../../core/config';

export type Site = Pick<ApiConfig, 'siteUrl' | 'siteName'>;

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.frame{padding:12px 8px!important}.card{padding:24px 18px!important}}
@media (prefers-color-scheme:dark){
body,.ground{background:#070a12!important}.card{background:#0f1421!important;border-color:#242e44!important}
.text,.brand,h1{color:#f2f4fa!important}.soft,.soft a{color:#929db5!important}
.link{color:#9dbcff!important}.line,.facts{border-color:#242e44!important}.action{background:#ff8a4c!important;color:#1c0a02!important}}`;

const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export interface Sheet {
  subject: string;
  content: unknown;
  unsubscribe: { page: string; words: string } | null;
}

/** Layout of all mails, without images and scripts, which mail programs block. */
export const layout = ({ siteName, siteUrl }: Site, { subject, content, unsubscribe }: Sheet) =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${raw(STYLE)}</style></head>
<body style="margin:0;padding:0;background:#f3f4f8;${raw(FONT)}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#f3f4f8"><tr><td align="center" class="frame" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px"><a href="${siteUrl}" class="brand" style="color:#0d1220;font-weight:800;font-size:22px;letter-spacing:-0.02em;text-decoration:none"><span style="color:#ff7a3d">&#9650;</span> ${siteName}</a></td></tr>
<tr><td class="card" style="padding:32px;border:1px solid #dfe3ec;border-radius:16px;background:#ffffff;color:#0d1220;font-size:16px;line-height:1.55">
<h1 class="text" style="margin:0 0 20px;font-size:24px;line-height:1.25;letter-spacing:-0.02em;word-break:break-word">${subject}</h1>
${content}
</td></tr>
<tr><td class="soft" style="padding:16px 4px;color:#566077;font-size:13px;line-height:1.5">${siteName} · <a href="${siteUrl}/account" style="color:#566077">your account</a>${unsubscribe ? html` · <a href="${unsubscribe.page}" style="color:#566077">${unsubscribe.words}</a>` : ''}</td></tr>
</table></td></tr></table></body></html>`;
