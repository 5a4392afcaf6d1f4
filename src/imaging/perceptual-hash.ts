/** Sides of the grey picture that a hash is computed from. */
export const HASHED_SIDE = 32;

const FREQUENCIES = 8;
/**
 * What rounding and compression do to a coefficient of a picture with 256 greys. A bit counts as known where its
 * coefficient is farther from the median.
 */
const NOISE = 2;
const MIN_KNOWN_BITS = 48;

/** COSINES[u][x] of an orthonormal DCT-II over HASHED_SIDE samples. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, u) =>
  Float64Array.from(
    { length: HASHED_SIDE },
    (_, x) => Math.sqrt((u === 0 ? 1 : 2) / HASHED_SIDE) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * HASHED_SIDE)),
  ),
);

/**
 * What a picture looks like, in 64 bits: its 8 x 8 lowest frequencies (discrete cosine transform of a grey 32 x 32
 * picture), each above the median of all of them or not. The first of them, the mean, is left out: that bit tells
 * whether the picture is brighter at the top left. Compression, size and small changes of brightness flip few bits;
 * of pictures that have nothing to do with each other about half differ.
 * @param grey HASHED_SIDE x HASHED_SIDE samples, row by row
 * @returns 16 hex digits; null where the picture is so flat or even that noise would decide too many bits
 */
export function perceptualHash(grey: Uint8Array): string | null {
  const coefficients = lowFrequencies(grey);
  // The mean of all samples says nothing of the picture; its place is taken by the slope along the diagonal.
  coefficients[0] = ((coefficients[1] ?? 0) + (coefficients[FREQUENCIES] ?? 0)) / Math.SQRT2;
  const median = medianOf(coefficients);
  const known = coefficients.filter((value) => Math.abs(value - median) > NOISE).length;
  if (known < MIN_KNOWN_BITS) return null;
  let hash = 0n;
  for (const value of coefficients) hash = (hash << 1n) | (value > median ? 1n : 0n);
  return hash.toString(16).padStart(16, '0');
}

/** Row by row: over the rows first, then over the columns. */
function lowFrequencies(grey: Uint8Array): Float64Array {
  const rows = new Float64Array(FREQUENCIES * HASHED_SIDE);
  for (let y = 0; y < HASHED_SIDE; y++) {
    for (const [u, cosine] of COSINES.entries()) {
      let sum = 0;
      for (let x = 0; x < HASHED_SIDE; x++) sum += (grey[y * HASHED_SIDE + x] ?? 0) * (cosine[x] ?? 0);
      rows[u * HASHED_SIDE + y] = sum;
    }
  }
  const both = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (const [v, cosine] of COSINES.entries()) {
    for (let u = 0; u < FREQUENCIES; u++) {
      let sum = 0;
      for (let y = 0; y < HASHED_SIDE; y++) sum += (rows[u * HASHED_SIDE + y] ?? 0) * (cosine[y] ?? 0);
      both[v * FREQUENCIES + u] = sum;
    }
  }
  return both;
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = sorted.length / 2;
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
