type Colorants = [red: number[], green: number[], blue: number[]];

/**
 * XYZ of red, green and blue, adapted from D65 to D50 with ADAPTATION, by H.273 colour primaries: BT.2020 and Display P3.
 * The numbers are constants because their computation takes 60 lines of matrix algebra; they are not a set of ICC files
 * because the 11 combinations with a transfer curve would be 11 binary files, each resolved by URL, in the bundle too.
 */
const COLORANTS: Record<number, Colorants> = {
  9: [
    [0.67348, 0.27904, -0.00194],
    [0.16566, 0.67534, 0.02998],
    [0.12505, 0.04561, 0.79684],
  ],
  12: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
};
const SRGB_COLORANTS: Colorants = [
  [0.43604, 0.22249, 0.01392],
  [0.38512, 0.7169, 0.09706],
  [0.14305, 0.06061, 0.71391],
];
/** The Bradford matrix from D65 to D50, row by row. */
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];
const D50 = [0.9642, 1, 0.8249];
/** Gammas by H.273 transfer characteristics. All others except HDR are shown with the curve of sRGB. */
const GAMMAS: Record<number, number> = { 4: 2.2, 5: 2.8, 8: 1 };
/** The curve of sRGB as parameters g, a, b, c, d of ICC's parametric type 3. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/**
 * Makes an ICC profile (ICC.1:2022, version 4.4 matrix/TRC) from H.273 code points, for files that have only those.
 * @returns undefined for code points that are shown as sRGB
 */
export function profileOfCicp(primaries: number, transfer: number): Buffer | undefined {
  const colorants = COLORANTS[primaries];
  const gamma = GAMMAS[transfer];
  if (colorants === undefined && gamma === undefined) return undefined;
  const curve = gamma === undefined ? parametric(3, SRGB_CURVE) : parametric(0, [gamma]);
  const [red, green, blue] = colorants ?? SRGB_COLORANTS;
  return assemble([
    ['desc', localized('RGB')],
    ['cprt', localized('CC0')],
    ['wtpt', xyz(D50)],
    ['chad', Buffer.concat([Buffer.from('sf32\0\0\0\0'), fixed(ADAPTATION)])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

function assemble(tags: [string, Buffer][]): Buffer {
  const header = Buffer.alloc(128);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let offset = header.length + table.length;
  for (const [i, [name, data]] of tags.entries()) {
    table.write(name, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * i);
    table.writeUInt32BE(data.length, 12 + 12 * i);
    offset += data.length;
  }
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // 2000-01-01: a date is required, and a constant one keeps duplicates equal.
  header.writeUInt16BE(2000, 24);
  header.writeUInt32BE(0x00010001, 26);
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

/** Numbers as s15Fixed16. */
function fixed(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * i);
  return bytes;
}

function xyz(values: number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)]);
}

function parametric(kind: number, values: number[]): Buffer {
  return Buffer.concat([Buffer.from('para\0\0\0\0'), Buffer.from([0, kind, 0, 0]), fixed(values)]);
}

/** A multiLocalizedUnicodeType with one English text. */
function localized(text: string): Buffer {
  const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1');
  head.writeUInt32BE(2 * text.length, 20);
  const body = Buffer.from(text, 'utf16le').swap16();
  return Buffer.concat([head, body, Buffer.alloc(-body.length & 3)]);
}
