/** Chromaticities (x, y) of red, green and blue by H.273 colour primaries, all with the white point D65. */
const PRIMARIES: Record<number, [x: number, y: number][]> = {
  9: [
    [0.708, 0.292],
    [0.17, 0.797],
    [0.131, 0.046],
  ],
  12: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
};
/** Pure powers by H.273 transfer characteristics; all others that are no HDR are shown with sRGB's curve. */
const GAMMAS: Record<number, number> = { 4: 2.2, 5: 2.8, 8: 1 };
const SRGB_PRIMARIES: [number, number][] = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
const D65: [number, number] = [0.3127, 0.329];
const D50 = [0.9642, 1, 0.8249];
// sRGB's curve as ICC's parametric type 3: g, a, b, c, d.
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

type Matrix = [number[], number[], number[]];

/**
 * An ICC profile (ICC.1:2022, version 4.4 matrix/TRC) that says what H.273 code points say, for files that carry only those.
 * @returns undefined for what is shown as sRGB anyway
 */
export function profileOfCicp(primaries: number, transfer: number): Buffer | undefined {
  const chosen = PRIMARIES[primaries];
  const gamma = GAMMAS[transfer];
  if (chosen === undefined && gamma === undefined) return undefined;
  const curve = gamma === undefined ? parametric(3, SRGB_CURVE) : parametric(0, [gamma]);
  const adapt = adaptation();
  const columns = transpose(multiply(adapt, rgbToXyz(chosen ?? SRGB_PRIMARIES)));
  return assemble([
    ['desc', localized('RGB')],
    ['cprt', localized('CC0')],
    ['wtpt', xyz(D50)],
    ['chad', Buffer.concat([Buffer.from('sf32\0\0\0\0'), fixed(adapt.flat())])],
    ['rXYZ', xyz(columns[0])],
    ['gXYZ', xyz(columns[1])],
    ['bXYZ', xyz(columns[2])],
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
  tags.forEach(([name, data], i) => {
    table.write(name, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * i);
    table.writeUInt32BE(data.length, 12 + 12 * i);
    offset += data.length;
  });
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // 2000-01-01: a date is required, and a constant one keeps equal pictures equal.
  header.writeUInt16BE(2000, 24);
  header.writeUInt32BE(0x00010001, 26);
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

function fixed(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    bytes.writeInt32BE(Math.round(value * 65_536), 4 * i);
  });
  return bytes;
}

function xyz(values: number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)]);
}

function parametric(kind: number, values: number[]): Buffer {
  return Buffer.concat([Buffer.from('para\0\0\0\0'), Buffer.from([0, kind, 0, 0]), fixed(values)]);
}

// multiLocalizedUnicodeType with one English text.
function localized(text: string): Buffer {
  const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1');
  head.writeUInt32BE(2 * text.length, 20);
  const body = Buffer.from(text, 'utf16le').swap16();
  return Buffer.concat([head, body, Buffer.alloc(-body.length & 3)]);
}

function rgbToXyz(primaries: [number, number][]): Matrix {
  const columns = transpose(primaries.map(pointToXyz) as Matrix);
  const scale = apply(invert(columns), pointToXyz(D65));
  return columns.map((row) => row.map((value, i) => value * (scale[i] as number))) as Matrix;
}

function adaptation(): Matrix {
  const [from, to] = [apply(BRADFORD, pointToXyz(D65)), apply(BRADFORD, D50)];
  const scaled = BRADFORD.map((row, i) => row.map((value) => (value * (to[i] as number)) / (from[i] as number)));
  return multiply(invert(BRADFORD), scaled as Matrix);
}

function pointToXyz([x, y]: [number, number]): number[] {
  return [x / y, 1, (1 - x - y) / y];
}

function apply(matrix: Matrix, vector: number[]): number[] {
  return matrix.map((row) => row.reduce((sum, value, i) => sum + value * (vector[i] as number), 0));
}

function transpose(m: Matrix): Matrix {
  return [0, 1, 2].map((i) => m.map((row) => row[i] as number)) as Matrix;
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return transpose(transpose(b).map((column) => apply(a, column)) as Matrix);
}

function invert(m: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = m as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant =
    a * (cofactors[0][0] as number) + b * (cofactors[1][0] as number) + c * (cofactors[2][0] as number);
  return cofactors.map((row) => row.map((value) => value / determinant)) as Matrix;
}
