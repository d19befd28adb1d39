export * from '@carry/contracts/first-paragraph';
