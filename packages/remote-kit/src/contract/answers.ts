export * from '@carry/contracts/answers';
