export * from '@carry/contracts/email';
