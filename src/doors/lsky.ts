import type { AppError } from '../core/errors.ts';
import { FORMATS } from '../core/formats.ts';
import type { Door, DoorAnswer, DoorImage, Values } from './door.ts';

const KIBIBYTE = 1_024;

const fail = ({ message }: AppError): DoorAnswer => ({ body: { status: false, message, data: {} } });
const done = (message: string, data: object): DoorAnswer => ({ body: { status: true, message, data } });

function dataOf(image: DoorImage) {
  const { id, links, filename, size, format } = image;
  const { extension, mimeType } = FORMATS[format];
  const { pathname } = new URL(links.direct);
  return {
    key: id,
    name: `${id}.${extension}`,
    pathname: pathname.slice(1),
    origin_name: filename,
    size: Number((size / KIBIBYTE).toFixed(2)),
    mimetype: mimeType,
    extension,
    // The service has neither.
    md5: '',
    sha1: '',
    links: {
      url: links.direct,
      html: links.html,
      bbcode: links.bbcode,
      markdown: links.markdown,
      markdown_with_link: `[${links.markdown}](${links.direct})`,
      thumbnail_url: links.thumbnail,
      delete_url: image.delete_url,
    },
  };
}

/** Lsky Pro v2, below `/lsky` because its paths are those of the API. */
export const lsky: Door = {
  name: 'lsky',
  prefix: '/lsky',
  routes: [
    {
      act: 'upload',
      method: 'POST',
      path: '/lsky/api/v1/upload',
      parts: ['file'],
      fields: ['album_id', 'permission', 'strategy_id'],
      read: (values: Values) => (values.get('album_id') ? { album: values.get('album_id') } : {}),
      succeed: ([image]) => done('Uploaded.', dataOf(image as DoorImage)),
      fail,
    },
    {
      act: 'delete',
      method: 'DELETE',
      path: '/lsky/api/v1/images/:key',
      read: (values) => ({ id: values.get('key') ?? '' }),
      succeed: () => done('Deleted.', {}),
      fail,
    },
    {
      act: 'sign-in',
      method: 'POST',
      path: '/lsky/api/v1/tokens',
      read: (values) => ({ email: values.get('email') ?? '', password: values.get('password') ?? '' }),
      succeed: (token) => done('Signed in.', { token }),
      fail,
    },
  ],
};
