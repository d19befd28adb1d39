import { yieldToMain } from './deferred-start/yield-to-main';

/** Evaluates what a page needs in tasks of their own, between which the browser paints and answers. */
async function main(): Promise<void> {
  if (document.documentElement.dataset['outdated'] !== undefined) return;
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToMain();
  await import(/* webpackMode: "eager" */ './index');
}

main().catch(reportError); // the page's first program listens
