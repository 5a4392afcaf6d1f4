/** Tag numbers of TIFF 6.0, TIFF/EP and DNG that are read here. */
export const TAG = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  make: 271,
  orientation: 274,
  samplesPerPixel: 277,
  subDirectories: 330,
  extraSamples: 338,
  sampleFormat: 339,
  dngVersion: 50_706,
} as const;
