import type { AppError } from '../core/errors.ts';
import { FORMATS } from '../core/formats.ts';
import type { DeleteRoute, Door, DoorAnswer, DoorImage, ShowRoute, UploadRoute, Values } from './door.ts';

const XML = 'text/xml; charset=utf-8';

/** `data` of an image in version 3. */
function dataOf(image: DoorImage, values?: Values) {
  const { id, links, format, delete_token } = image;
  return {
    id,
    title: values?.get('title') || null,
    description: values?.get('description') || null,
    datetime: Math.floor(Date.parse(image.uploaded_at) / 1_000),
    type: FORMATS[format].mimeType,
    animated: image.animated === true,
    width: image.width,
    height: image.height,
    size: image.size,
    views: image.views ?? 0,
    bandwidth: 0,
    favorite: false,
    nsfw: false,
    section: null,
    tags: [],
    // The hash alone deletes the image.
    ...(delete_token !== undefined && { deletehash: `${id}.${delete_token}` }),
    name: image.filename,
    link: links.direct,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 lacks (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xmlOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name}/>`;
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([key, one]) => xmlOf(Array.isArray(value) ? 'item' : key, one));
    return `<${name}>${inner.join('')}</${name}>`;
  }
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  return `<${name}>${text.replace(NO_XML, '').replace(/[&<>"]/g, (char) => ESCAPES[char] ?? '')}</${name}>`;
}

/** An answer as JSON, or for addresses that end in `.xml` as XML. */
function answer(isXml: boolean, data: object | boolean, status = 200): DoorAnswer {
  const success = status < 400;
  if (!isXml) return { body: { data, success, status } };
  const root = `data success="${Number(success)}" status="${status}"`;
  const inner =
    typeof data === 'object'
      ? Object.entries(data)
          .map(([key, value]) => xmlOf(key, value))
          .join('')
      : String(Number(data));
  return { body: `<?xml version="1.0" encoding="utf-8"?>\n<${root}>${inner}</data>\n`, type: XML };
}

function failWith(isXml: boolean, path: string, method: string) {
  return ({ message, status }: AppError): DoorAnswer =>
    answer(isXml, { error: message, request: path.replace(/:\w+/, ''), method }, status);
}

const UPLOADS = ['/3/image', '/3/upload'].flatMap((path) =>
  ['', '.json', '.xml'].map((ending): UploadRoute => {
    const isXml = ending === '.xml';
    return {
      act: 'upload',
      method: 'POST',
      path: path + ending,
      parts: ['image', 'file'],
      takes: ['text', 'raw'],
      fields: ['title', 'description', 'name'],
      read: (values) => ({
        ...(values.get('title') && { title: values.get('title') }),
        ...(values.get('description') && { description: values.get('description') }),
      }),
      succeed: ([image], values) => answer(isXml, dataOf(image as DoorImage, values)),
      fail: failWith(isXml, path, 'POST'),
    };
  }),
);

const HASH = '/3/image/:hash';
const hashOf = (values: Values) => (values.get('hash') ?? '').replace(/\.(json|xml)$/, '');

/** The router has no endings behind a parameter, so that the answer is always JSON. */
const show: ShowRoute = {
  act: 'show',
  method: 'GET',
  path: HASH,
  read: (values) => ({ id: hashOf(values) }),
  succeed: (image) => answer(false, dataOf(image)),
  fail: failWith(false, HASH, 'GET'),
};

const remove: DeleteRoute = {
  act: 'delete',
  method: 'DELETE',
  path: HASH,
  read(values) {
    const [id = '', token] = hashOf(values).split('.', 2);
    return { id, ...(token !== undefined && { token }) };
  },
  succeed: () => answer(false, true),
  fail: failWith(false, HASH, 'DELETE'),
};

/** Imgur's API 3: upload, info and deletion. `Client-ID …` is an anonymous caller. */
export const imgur: Door = {
  name: 'imgur',
  prefix: '/3',
  credential: (authorization) => (/^client-id\b/i.test(authorization) ? undefined : authorization),
  routes: [...UPLOADS, show, remove],
};
