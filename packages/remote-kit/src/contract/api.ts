export * from '@carry/contracts/api';
