export * from '@carry/contracts/email';
export * from '@carry/contracts/first-paragraph';
export * from '@carry/contracts/format';
export * from '@carry/contracts/limits';
export * from '@carry/contracts/password';
export * from '@carry/contracts/paths';
export * from '@carry/contracts/texts';
export * from '@carry/contracts/windows';
