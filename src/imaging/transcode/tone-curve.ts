/** H.273 transfer characteristics of HDR pictures: SMPTE ST 2084 (PQ) and ARIB STD-B67 (HLG). */
export const HDR_TRANSFERS: ReadonlySet<number> = new Set([16, 18]);

const PQ = 16;
/** Luminance of diffuse white in an HDR picture (ITU-R BT.2408), and of the brightest HLG signal. */
const WHITE_NITS = 203;
const HLG_PEAK_NITS = 1_000;
const HLG_SYSTEM_GAMMA = 1.2;
/** Below the knee light stays as it is; above, it is bent towards white. */
const KNEE = 0.75;

/**
 * Brings HDR samples to an ordinary display, each channel by itself: a table from a 16-bit signal value in
 * `1 << bits` steps to an 8-bit sample with sRGB's curve. A plain curve, not an artist: highlights lose contrast.
 */
export function toneTable(transfer: number, bits: number): Uint8Array {
  const steps = 2 ** bits;
  return Uint8Array.from({ length: steps }, (_, i) => {
    const signal = i / (steps - 1);
    const light = (transfer === PQ ? pqNits(signal) : hlgNits(signal)) / WHITE_NITS;
    return Math.round(255 * encodeSrgb(bend(light)));
  });
}

function bend(light: number): number {
  return light <= KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp(-(light - KNEE) / (1 - KNEE)));
}

function pqNits(signal: number): number {
  const power = signal ** (32 / 2523);
  return 10_000 * (Math.max(power - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610);
}

function hlgNits(signal: number): number {
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return HLG_PEAK_NITS * scene ** HLG_SYSTEM_GAMMA;
}

function encodeSrgb(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}
