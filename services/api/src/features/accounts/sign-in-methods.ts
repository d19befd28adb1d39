/** Ways to sign in that the booking page offers beside the password. */
export const SIGN_IN_METHODS: ('code' | 'discord')[] = ['code', 'discord'];
