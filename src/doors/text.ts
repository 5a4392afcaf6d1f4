import type { AppError } from '../core/errors.ts';
import type { Door, DoorAnswer, DoorImage } from './door.ts';

const TEXT = 'text/plain; charset=utf-8';

/** Direct links, one on a line. */
export function linksAsText(images: readonly Pick<DoorImage, 'links'>[]): string {
  return images.map(({ links }) => `${links.direct}\n`).join('');
}

const fail = ({ message }: AppError): DoorAnswer => ({ body: `${message}\n`, type: TEXT });

/**
 * `POST /for/text` with a form, and `PUT /for/text/{name}` with the file as body (`curl -T`): the direct link as text.
 * A refusal is one line.
 */
export const text: Door = {
  name: 'text',
  prefix: '/for',
  routes: [
    {
      act: 'upload',
      method: 'POST',
      path: '/for/text',
      parts: ['file', 'file[]', 'files[]', 'image', 'upload', 'filepond'],
      several: 'all',
      takes: ['raw'],
      succeed: (images) => ({ body: linksAsText(images), type: TEXT }),
      fail,
    },
    ...['/for/text/:name', '/for/text/'].map((path) => ({
      act: 'upload' as const,
      method: 'PUT' as const,
      path,
      parts: ['file'],
      takes: ['raw'] as const,
      succeed: (images: readonly DoorImage[]) => ({
        status: 201,
        body: linksAsText(images),
        type: TEXT,
        headers: { location: images[0]?.links.direct ?? '' },
      }),
      fail,
    })),
  ],
};
