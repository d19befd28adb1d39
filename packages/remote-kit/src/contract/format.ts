export * from '@carry/contracts/format';
