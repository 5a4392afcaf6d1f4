/** The expiries that users can choose, in hours; 0 = never. Each has a text `upload-expiry-<hours>`. */
export const EXPIRY_HOURS: readonly number[] = [0, 1, 24, 168, 720, 8_760];
