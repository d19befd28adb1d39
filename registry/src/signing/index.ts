export { newPrivateKey, readSigningKey, type SigningKey } from './keys';
export { signatureOf } from './signature';
