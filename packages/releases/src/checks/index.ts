// For builds of remotes: the checks of their output.

export { findCopyInPacked } from './copies';
export { checkFolderBudgets } from './own-budgets';
export { checkFolderScoping } from './scoping';
