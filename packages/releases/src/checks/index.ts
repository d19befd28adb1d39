export { findCopyInPacked } from './copies';
export { checkFolderBudgets } from './own-budgets';
export { OwnSelectors, type Place } from './own-selectors';
export { checkFolderScoping } from './scoping';
export { findInStyles } from './styles';
