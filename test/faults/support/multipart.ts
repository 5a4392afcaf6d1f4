/** One part of a form. */
export interface Part {
  name: string;
  filename?: string;
  type?: string;
  bytes: Buffer;
}

/** A multipart/form-data body as bytes, for clients that choose their own chunks. */
export function multipart(
  parts: readonly Part[],
  boundary = 'imgd-failures-boundary',
): { bytes: Buffer; boundary: string } {
  const pieces: Buffer[] = [];
  for (const { name, filename, type, bytes } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typed}\r\n`),
      bytes,
      Buffer.from('\r\n'),
    );
  }
  return { bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]), boundary };
}
