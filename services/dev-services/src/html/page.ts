import { html, raw } from 'hono/html';

const style = `:root{color-scheme:light dark}body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui}button,.button{font:inherit;padding:.6rem 1.1rem;border:1px solid;border-radius:.5rem;cursor:pointer}form{display:inline-block;margin:0 .5rem .5rem 0}.note{opacity:.75;font-size:.9rem}.bad{color:#c2182b}pre{white-space:pre-wrap;overflow-wrap:anywhere}.mail{width:100%;height:44rem;border:1px solid #8884;border-radius:.5rem}table{width:100%;border-collapse:collapse}td{padding:.4rem;border-bottom:1px solid #8884}`;

/** Prints an amount of a provider's page: "50.00 USD". */
export const printAmount = (cents: number, currency: string) =>
  `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

export const page = (title: string, content: unknown) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><style>${raw(style)}</style></head><body><h1>${title}</h1>${content}</body></html>`;
