export * from '@carry/contracts/texts';
