export * from '@carry/contracts/limits';
