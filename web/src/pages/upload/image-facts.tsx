import type { UploadResult } from '../../../../src/api/images.ts';
import { formatSize } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';

/** Format, dimensions, size and expiry of an uploaded image. */
export function ImageFacts({ image }: { image: UploadResult }) {
  const { format, width, height, size, expires_at: expiresAt } = image;
  return (
    <>
      <span>
        {formatLabel(format)} {width} × {height}
      </span>{' '}
      <span>{formatSize(size)}</span>
      {expiresAt !== null && <span>{t('upload-expires', { when: expiresAt })}</span>}
    </>
  );
}

/** What the server did to the picture, one sentence each: conversion and removed metadata. */
export function whatWasDone({ format, source_format: source, metadata_removed: removed }: UploadResult): string[] {
  const done: string[] = [];
  if (source !== format) done.push(t('upload-converted', { from: formatLabel(source), to: formatLabel(format) }));
  const hasPlace = removed.includes('gps');
  const hasCamera = removed.includes('camera') || removed.includes('maker_notes');
  if (hasPlace && hasCamera) done.push(t('upload-removed-location-camera'));
  else if (hasPlace) done.push(t('upload-removed-location'));
  else if (hasCamera) done.push(t('upload-removed-camera'));
  else if (removed.length > 0) done.push(t('upload-removed-metadata'));
  return done;
}

const LABELS: Readonly<Record<string, string>> = { WEBP: 'WebP', JXL: 'JPEG XL' };

/** The name of a format as people write it. */
export function formatLabel(format: string): string {
  return LABELS[format] ?? format;
}
