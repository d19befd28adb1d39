import { MAX_FILE_BYTES, MAX_PICTURE_BYTES } from '@carry/contracts/limits';

/** Largest bodies of requests, in bytes. A proxy in front has to permit them. */
export const bodyLimits = {
  json: 100_000,
  /** A picture in base64, in JSON with texts. */
  picture: Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 100_000,
  file: MAX_FILE_BYTES,
};
