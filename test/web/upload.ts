import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { UploadResult } from '../../src/api/images.ts';

/** A JPEG of a circle on a background. */
export async function makeJpeg(width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#246"/><circle cx="50%" cy="50%" r="25%" fill="#fc8"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** Uploads with the exact filename: FormData would change quotation marks. */
export async function uploadAs(
  url: string,
  picture: Buffer,
  filename: string,
  fields: Record<string, string> = {},
): Promise<UploadResult> {
  const quoted = filename.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const texts = Object.entries(fields).map(
    ([name, value]) => `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--limit\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const response = await fetch(`${url}/api/v1/upload`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--limit--\r\n')]),
  });
  const body = (await response.json()) as { data?: UploadResult };
  if (body.data === undefined) throw new Error(`not uploaded: ${JSON.stringify(body)}`);
  return body.data;
}

/**
 * Drags files over a page and drops them, as events of a script.
 * @param given file names; a last `{ only }` fires only this event
 */
export async function dropFiles(
  page: Page,
  picture: Buffer,
  ...given: readonly (string | { only: 'dragover' })[]
): Promise<void> {
  const names = given.filter((one) => typeof one === 'string');
  const types = given.length > names.length ? ['dragover'] : ['dragover', 'drop'];
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) {
      dataTransfer.items.add(new File([new Uint8Array(${JSON.stringify([...picture])})], name, { type: 'image/jpeg' }));
    }
    for (const type of ${JSON.stringify(types)}) {
      document.querySelector('footer').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }
  })()`);
}
