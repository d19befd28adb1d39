export * from './asset';
export * from './consent';
export * from './failure-reference';
export * from './form';
export * from './if-missing';
export * from './remote';
export * from './time';
export * from './use-error-title';
