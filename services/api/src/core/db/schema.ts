// All tables after migration; services/api/test/migrations.test.ts compares the two.
export * from './tables/accounts';
export * from './tables/applications';
export * from './tables/bookings';
export * from './tables/busy-times';
export * from './tables/coaches';
export * from './tables/conversations';
export * from './tables/ledger';
export * from './tables/messages';
export * from './tables/operator';
export * from './tables/sign-in';
