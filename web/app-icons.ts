import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { PROGRAM_FILES } from '../src/lib/program-files.ts';

/** Launchers cut a maskable icon to their own shape, and iOS rounds the corners itself: both need a full square. */
const SQUARE = [
  ['rx="9"', 'rx="0"'],
  [/A9 9 0 0 1 23 32H9a9 9 0 0 1-9-8\.5z/, 'V32H0z'],
] as const;

/**
 * Emits the icons of the installed application, drawn from the mark: `icon-192`, `icon-512` and `maskable-512` for the
 * web app manifest, and `touch-180` for iOS. The numbers are the sides in pixels.
 */
export function appIcons(): Plugin {
  return {
    name: 'app-icons',
    apply: 'build',
    async generateBundle() {
      const mark = readFileSync(fileURLToPath(new URL('mark.svg', PROGRAM_FILES.assets)), 'utf8');
      const square = SQUARE.reduce((svg, [from, to]) => svg.replace(from, to), mark);
      const icons = [
        ['icon-192', mark],
        ['icon-512', mark],
        ['maskable-512', square],
        ['touch-180', square],
      ] as const;
      for (const [name, svg] of icons) {
        const side = Number(name.split('-')[1]);
        const source = await sharp(Buffer.from(svg), { density: (72 * side) / 32 })
          .resize(side, side)
          .png({ palette: true })
          .toBuffer();
        this.emitFile({ type: 'asset', name: `${name}.png`, source });
      }
    },
  };
}
