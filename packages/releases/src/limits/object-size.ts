/** Default limit of an object in a store, in bytes. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024;
