export * from '@carry/contracts/own-answers';
