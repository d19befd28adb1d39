export { signStored } from './pointers/sign-stored';
export { newPrivateKey, readSigningKey, type SigningKey } from './signing/keys';
export { signatureOf } from './signing/signature';
