import { nameTarget, post, type Target } from './target';

const MAX_DISCORD = 2000;

const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeDiscord = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()]/g, '\\$&');

/** Keeps the name of a remote at the start of a sentence as it is. */
const capitalize = (text: string, remote: string) =>
  text.startsWith(`${remote} `) ? text : text.charAt(0).toUpperCase() + text.slice(1);

export const createSlack = (url: string): Target =>
  createChat('slack', url, (text) => ({ text: escapeSlack(text) }));

export const createDiscord = (url: string): Target =>
  createChat('discord', url, (text) => ({
    content: escapeDiscord(text).slice(0, MAX_DISCORD),
    allowed_mentions: { parse: [] },
  }));

function createChat(kind: string, url: string, form: (text: string) => object): Target {
  const names = nameTarget(kind, new URL(url).host, url);
  return {
    ...names,
    send: ({ data: { text, remote } }) =>
      post(url, { body: JSON.stringify(form(capitalize(text, remote))), label: names.label }),
  };
}
