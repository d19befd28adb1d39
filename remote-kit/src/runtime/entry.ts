// The federation runtime of every build: `build/runtime.ts` puts it in the place of the package's own.
import type { Bundler } from './bundler';
import { install } from './install';

declare const __webpack_require__: Bundler;

if (__webpack_require__.initializeSharingData) install(__webpack_require__);
