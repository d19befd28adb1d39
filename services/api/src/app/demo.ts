/** Accounts that the seed makes, for trying the product out. */
export const demo = {
  student: { email: 'student@carry.example', password: 'Student-2026!' },
  coach: { email: 'coach@carry.example', password: 'Coach-2026!' },
};
