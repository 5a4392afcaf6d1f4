import { AppError } from '../core/errors.ts';
import { FORMATS } from '../core/formats.ts';
import type { Door, DoorAnswer, DoorImage, UploadRoute, Values } from './door.ts';

const TEXT = 'text/plain; charset=utf-8';
/** Seconds of the units of a duration (ISO 8601): before the T, and behind it. */
const DATE_UNITS = { Y: 365 * 86_400, M: 30 * 86_400, W: 7 * 86_400, D: 86_400 };
const TIME_UNITS = { H: 3_600, M: 60, S: 1 };
const DURATION = /^P((?:\d{1,9}[YMWD])*)(?:T((?:\d{1,9}[HMS])+))?$/;

/**
 * The field of the API for a time to live.
 * @throws AppError INVALID_EXPIRY
 */
function expiryOf(text: string): { expires_in?: string } {
  const seconds = secondsOf(text);
  if (Number.isSafeInteger(seconds)) return seconds === 0 ? {} : { expires_in: String(seconds) };
  throw new AppError('INVALID_EXPIRY', {
    detail: 'The expiration is a number of seconds or a duration such as P3D.',
    param: 'expiration',
  });
}

/** @returns NaN for other texts */
function secondsOf(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const [all, date = '', time = ''] = DURATION.exec(text.trim().toUpperCase()) ?? [];
  if (all === undefined || date + time === '') return Number.NaN;
  const sum = (part: string, units: Record<string, number>) =>
    [...part.matchAll(/(\d+)(\w)/g)].reduce(
      (seconds, [, count, unit = '']) => seconds + Number(count) * (units[unit] ?? 0),
      0,
    );
  return sum(date, DATE_UNITS) + sum(time, TIME_UNITS);
}

/** The options under the names of Chevereto and ImgBB. Names of albums stand for their ids. */
function read(values: Values) {
  return {
    ...expiryOf(values.get('expiration') || '0'),
    ...(values.get('album_id') && { album: values.get('album_id') }),
    ...(values.get('title') && { title: values.get('title') }),
    ...(values.get('description') && { description: values.get('description') }),
  };
}

/** `2026-11-22 10:00:00`. */
const dateOf = (timestamp: string) => timestamp.replace('T', ' ').replace('Z', '');
const stemOf = (filename: string) => filename.replace(/\.[^.]*$/, '');

function fileOf({ id, format }: Pick<DoorImage, 'id' | 'format'>, url: string) {
  const { extension, mimeType } = FORMATS[format];
  return { filename: `${id}.${extension}`, name: id, mime: mimeType, extension, url };
}

/** `image` of Chevereto's API 1.1. */
function cheveretoImage(image: DoorImage, values: Values) {
  const { links, filename, size, uploaded_at } = image;
  const file = fileOf(image, links.direct);
  return {
    name: file.name,
    extension: file.extension,
    filename: file.filename,
    original_filename: filename,
    title: values.get('title') || stemOf(filename),
    mime: file.mime,
    size,
    width: image.width,
    height: image.height,
    date: dateOf(uploaded_at),
    date_gmt: dateOf(uploaded_at),
    expiration_date_gmt: image.expires_at === null ? null : dateOf(image.expires_at),
    id_encoded: image.id,
    url: links.direct,
    url_viewer: links.view_page,
    url_short: links.view_page,
    display_url: links.direct,
    image: { ...file, size },
    thumb: fileOf(image, links.thumbnail),
    medium: file,
    delete_url: image.delete_url,
    views: 0,
    nsfw: 0,
  };
}

function fail({ code, message, status }: AppError): DoorAnswer {
  return { body: { status_code: status, error: { message, code: status, context: code }, status_txt: message } };
}

/** What the routes of both protocols have in common. */
const upload: Pick<UploadRoute, 'act' | 'takes' | 'keyField' | 'fields' | 'read' | 'fail'> = {
  act: 'upload',
  takes: ['text'],
  keyField: 'key',
  fields: ['expiration', 'album_id', 'title', 'description', 'format', 'name'],
  read,
  fail,
};

const cheveretoRoute = {
  ...upload,
  path: '/api/1/upload',
  parts: ['source', 'file'],
  succeed([image]: readonly DoorImage[], values: Values): DoorAnswer {
    const { links } = image as DoorImage;
    if (values.get('format') === 'txt') return { body: links.direct, type: TEXT };
    if (values.get('format') === 'redirect') {
      return { status: 302, body: '', type: TEXT, headers: { location: links.view_page } };
    }
    return {
      body: {
        status_code: 200,
        success: { message: 'file uploaded', code: 200 },
        image: cheveretoImage(image as DoorImage, values),
        status_txt: 'OK',
      },
    };
  },
} satisfies Partial<UploadRoute>;

/** Chevereto's API 1.1: `POST /api/1/upload`; `GET` with a key only. */
export const chevereto: Door = {
  name: 'chevereto',
  prefix: '/api/1',
  routes: [
    { ...cheveretoRoute, method: 'POST' },
    { ...cheveretoRoute, method: 'GET', needsKey: true },
  ],
};

/** ImgBB's API 1, whose numbers are texts: `POST /1/upload`. */
export const imgbb: Door = {
  name: 'imgbb',
  prefix: '/1',
  routes: [
    {
      ...upload,
      method: 'POST',
      path: '/1/upload',
      parts: ['image', 'source', 'file'],
      succeed([first], values) {
        const image = first as DoorImage;
        const { links, id, size, width, height } = image;
        const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000);
        const uploadedAt = seconds(image.uploaded_at);
        return {
          body: {
            data: {
              id,
              title: values.get('name') || stemOf(image.filename),
              url_viewer: links.view_page,
              url: links.direct,
              display_url: links.direct,
              width: String(width),
              height: String(height),
              size: String(size),
              time: String(uploadedAt),
              expiration: image.expires_at === null ? '0' : String(seconds(image.expires_at) - uploadedAt),
              image: fileOf(image, links.direct),
              thumb: fileOf(image, links.thumbnail),
              medium: fileOf(image, links.direct),
              delete_url: image.delete_url,
            },
            success: true,
            status: 200,
          },
        };
      },
    },
  ],
};
