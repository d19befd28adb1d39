import { ownTask } from './deferred-start/own-task';

/** Evaluates what a page needs in tasks of their own, between which the browser paints and answers. */
async function main(): Promise<void> {
  await ownTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await ownTask();
  await import(/* webpackMode: "eager" */ './index');
}

void main();
