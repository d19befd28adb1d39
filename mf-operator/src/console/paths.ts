export const consolePaths = {
  today: '/operator',
  bookings: '/operator/bookings',
  bookingsByRefund: (refund: 'due' | 'failed' | 'requested') =>
    `/operator/bookings?refund=${refund}`,
  booking: (id: number | string) => `/operator/bookings/${id}`,
  coaches: '/operator/coaches',
  coach: (id: number | string) => `/operator/coaches/${id}`,
  members: '/operator/members',
  reports: '/operator/reports',
  waiting: '/operator/waiting-lists',
  mails: '/operator/emails',
  record: '/operator/record',
  revenue: '/operator/revenue',
  operators: '/operator/operators',
} as const;
