export * from '@carry/contracts/password';
