export * from '@carry/contracts/windows';
