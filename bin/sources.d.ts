/** Names, sizes and times of all files that the bundle in dist/ is made of, as a digest. */
export function digestOfSources(): string;
/** Notes which sources the bundle in dist/ was built from. */
export function stampBundle(sources: string): void;
/** Whether the bundle was built from the sources as they are now. */
export function isBundleCurrent(): boolean;
