import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** exiftool groups with data of a camera, a person or a program, not of the decoder. */
const PRIVATE_GROUPS =
  /^(EXIF|IFD\d|ExifIFD|GPS|XMP.*|IPTC|Photoshop|MakerNotes|MPF.*|JFIF|PNG|GIF|RIFF|APP\d+|Trailer)$/;
/** Tags in these groups that a decoder needs. */
const HARMLESS =
  /^(Orientation|ExifByteOrder|JFIFVersion|ResolutionUnit|[XY]Resolution|ColorSpace|ExifVersion|ComponentsConfiguration|FlashpixVersion|YCbCrPositioning|DCTEncodeVersion|APP14Flags\d|ColorTransform|ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|Palette|Transparency|BackgroundColor|Gamma|WhitePoint[XY]|RedX|RedY|GreenX|GreenY|BlueX|BlueY|SRGBRendering|ProfileName|PixelsPerUnit[XY]|PixelUnits|SignificantBits|GIFVersion|HasColorMap|PixelAspectRatio|ColorResolutionDepth|BitsPerPixel|AnimationIterations|AnimationLoopCount|AnimationFrames|AnimationPlays|FrameCount|Duration|TransparentColor|VP8Version|HorizontalScale|VerticalScale|WebP_Flags|AlphaIsUsed|ImageSize|Megapixels|AlphaPreprocessing|AlphaFiltering|AlphaCompression|ColorPrimaries|TransferCharacteristics|MatrixCoefficients|VideoFullRangeFlag|PaletteHistogram)$/;

/** Reads every file of a directory with exiftool. @returns each private tag as `file group:tag` */
export async function privateTags(directory: string): Promise<{ files: number; tags: string[] }> {
  const run = promisify(execFile);
  const { stdout } = await run('exiftool', ['-j', '-G1', '-a', '-u', '-q', '-q', directory], {
    maxBuffer: 2 ** 30,
  }).catch((error: { stdout: string }) => error);
  const found = JSON.parse(stdout || '[]') as Record<string, unknown>[];
  const tags = found.flatMap(({ SourceFile, ...all }) =>
    Object.keys(all)
      .map((name) => name.split(':') as [string, string?])
      .filter(([group, tag = '']) => PRIVATE_GROUPS.test(group) && !HARMLESS.test(tag))
      .map(([group, tag]) => `${SourceFile} ${group}:${tag}`),
  );
  return { files: found.length, tags };
}
