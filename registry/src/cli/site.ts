import { readFile } from 'node:fs/promises';
import { siteFile } from '@carry/contracts/site';
import { parseDocument } from '../document';
import { ReleaseRefused } from '../errors';
import { readSite, setProduct } from '../site';
import type { Answer, Command, CommandContext } from './command';
import { UsageError } from './flags';

async function show({ store }: CommandContext): Promise<Answer> {
  const site = await readSite(store);
  if (!site)
    throw new ReleaseRefused("nobody has said what the site is; 'releases site set FILE' does");
  const { name, settings, redirects, frame } = site;
  const product = { name, settings, redirects, frame };
  return { data: product, text: JSON.stringify(product, null, 2) };
}

async function run(context: CommandContext, [action = '', file = '']: string[]): Promise<Answer> {
  if (action === 'show' && !file) return show(context);
  if (action !== 'set' || !file) throw new UsageError(`usage: releases ${siteCommand.usage}`);
  const content = await readFile(file).catch(() => {
    throw new UsageError(`there is no file ${file}`);
  });
  const product = parseDocument(file, siteFile, content);
  const { revision } = await setProduct(context.store, product, {
    why: context.flags.why ?? `as ${file} says`,
  });
  return {
    data: { revision },
    text: `the site is what ${file} says; who owns what stays (revision ${revision})`,
  };
}

export const siteCommand: Command = {
  usage: 'site show | set FILE [--why TEXT]',
  does: "the product's name, settings, targets of redirects and words around the pages; a running site follows within two seconds",
  words: [1, 2],
  flags: ['why'],
  creates: true,
  run,
};
