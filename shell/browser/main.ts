import { ownTask } from './own-task';

/** Evaluates what a page needs in tasks of their own, between which the browser paints and answers. */
async function main(): Promise<void> {
  if (document.documentElement.dataset['outdated'] !== undefined) return;
  await ownTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await ownTask();
  await import(/* webpackMode: "eager" */ './index');
}

main().catch(reportError); // the page's first program listens
