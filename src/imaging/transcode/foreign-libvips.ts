import { sharp } from '../libvips.ts';

// On top of what is accepted as it is; loaded only where a foreign picture is to be transcoded.
// PNG from memory is what the JPEG XL decoder hands over.
sharp.unblock({ operation: ['VipsForeignLoadTiffFile', 'VipsForeignLoadPngBuffer'] });

export { sharp };
