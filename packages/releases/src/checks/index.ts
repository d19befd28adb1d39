// For builds of remotes: the checks of their output.
export { checkBudgetsOf } from './own-budgets';
export { checkScopingOf } from './scoping';
