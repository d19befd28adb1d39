export const demo = {
  student: { email: 'student@carry.example', password: 'Student-2026!' },
  coach: { email: 'coach@carry.example', password: 'Coach-2026!' },
  operator: { email: 'operator@carry.example', password: 'Operator-2026!' },
};
