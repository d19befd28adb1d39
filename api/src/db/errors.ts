const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';

function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/** Somebody else has the time slot. */
export const isExclusionViolation = (error: unknown) => codeOf(error) === EXCLUSION_VIOLATION;
/** The row is there already. */
export const isUniqueViolation = (error: unknown) => codeOf(error) === UNIQUE_VIOLATION;
