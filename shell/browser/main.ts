import { yieldToMain } from './hydration/hydration-hold';

/** Evaluates React and the shell in separate tasks, so that the browser can paint between them. */
async function main(): Promise<void> {
  if (document.documentElement.dataset['outdated'] !== undefined) return;
  await yieldToMain();
  await import(/* webpackMode: "eager" */ './hydration/evaluate-react');
  await yieldToMain();
  await import(/* webpackMode: "eager" */ './index');
}

main().catch(reportError);
