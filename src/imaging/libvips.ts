import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../core/formats.ts';

// libvips loads accepted formats only. All its other loaders (SVG, PDF, Matlab, …) stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});
// A decoder process handles one image at a time, and each core has one decoder process.
sharp.concurrency(1);
sharp.cache(false);

/** sharp, with all loaders blocked except those of the formats that are stored as they are. */
export { sharp };

/** Unblocks the loader that only transcoding needs. */
export function unblockTranscoding(): void {
  sharp.unblock({ operation: ['VipsForeignLoadTiffFile'] });
}

/** Applies the EXIF orientation where browsers apply it: in JPEG and PNG only. */
export function upright(image: Sharp, format: FormatName): Sharp {
  return format === 'JPEG' || format === 'PNG' ? image.autoOrient() : image;
}
