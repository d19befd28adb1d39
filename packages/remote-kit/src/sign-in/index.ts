export { type SentCode, useAddressForm } from './use-address-form';
export { isCompleteCode, useCodeForm } from './use-code-form';
export { readSentCode, useSentCode } from './use-sent-code';
