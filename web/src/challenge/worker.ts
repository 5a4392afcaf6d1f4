import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Solves challenges beside the page, which stays responsive.
handler({ deriveKey });
