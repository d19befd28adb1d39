const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const LOCK_NOT_AVAILABLE = '55P03';

function getCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

export const isExclusionViolation = (error: unknown) => getCode(error) === EXCLUSION_VIOLATION;
export const isUniqueViolation = (error: unknown) => getCode(error) === UNIQUE_VIOLATION;
export const isRetryable = (error: unknown) =>
  [DEADLOCK, SERIALIZATION_FAILURE].includes(getCode(error) ?? '');
export const isLockTimeout = (error: unknown) => getCode(error) === LOCK_NOT_AVAILABLE;
