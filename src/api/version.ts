/** Version of the API description (semver). `npm run docs` raises the minor version when the contract has changed. */
export const API_VERSION = '1.2.0';

/** SHA-256 of the description of this version without its texts, written by `npm run docs`. */
export const CONTRACT_SHA256 = 'faa4a16dc8a4bfa8151843ae95422bf0cad12d961bd40febbde385ae0a0b5c2f';
