export * from './asset';
export * from './consent';
export * from './countdown';
export * from './form';
export * from './if-missing';
export * from './remote';
export * from './time';
export * from './use-error-title';
