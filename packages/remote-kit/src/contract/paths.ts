export * from '@carry/contracts/paths';
