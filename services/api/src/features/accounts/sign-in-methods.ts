/** Ways to sign in beside the password. */
export const SIGN_IN_METHODS: ('code' | 'discord')[] = ['code', 'discord'];
