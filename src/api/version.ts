/** Version of the API description (semver). Raise it with every addition, and update the checksum. */
export const API_VERSION = '1.2.0';

/** SHA-256 of the description of this version without its texts; `npm test -- docs` prints a new one. */
export const CONTRACT_SHA256 = 'faa4a16dc8a4bfa8151843ae95422bf0cad12d961bd40febbde385ae0a0b5c2f';
