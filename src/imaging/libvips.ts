import sharp from 'sharp';

// Only what is accepted can be loaded; everything else that libvips knows (SVG, PDF, Matlab, …) stays shut.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
});
// A decoder process works on one picture at a time, and there is one process for each core.
sharp.concurrency(1);
sharp.cache(false);

/** sharp, shut to all but the accepted formats; files by path only. */
export { sharp };
