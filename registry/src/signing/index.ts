export { newPrivateKey, readSigningKey, type SigningKey } from './keys';
export { signStored } from './sign-stored';
export { signatureOf } from './signature';
