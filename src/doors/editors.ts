import type { AppError, ErrorCode } from '../core/errors.ts';
import type { Door, DoorAnswer, DoorImage, RefusedFile, UploadRoute } from './door.ts';

// The answers that editors and upload widgets read, for those that have an "upload URL" and nothing else to configure.

type Shape = Pick<UploadRoute, 'several'> & {
  parts: readonly string[];
  succeed(images: readonly [DoorImage, ...DoorImage[]], refused: readonly RefusedFile[]): object;
  fail(error: AppError): object;
};

const direct = ({ links }: DoorImage) => links.direct;

/** Words of EasyMDE, which it shows in the language of the page. */
const EASYMDE_ERRORS: Partial<Record<ErrorCode, string>> = {
  FILE_TOO_LARGE: 'fileTooLarge',
  REQUEST_TOO_LARGE: 'fileTooLarge',
  INVALID_FILE_TYPE: 'typeNotAllowed',
  MISSING_FILE: 'noFileGiven',
};

const SHAPES: Readonly<Record<string, Shape>> = {
  editorjs: {
    parts: ['image'],
    // The editor saves all members of `file` in the document, so that no secret belongs there.
    succeed: ([image]) => {
      const { width, height, filename: name, size } = image;
      return { success: 1, file: { url: direct(image), width, height, name, size } };
    },
    fail: ({ message }) => ({ success: 0, message }),
  },
  ckeditor: {
    parts: ['upload'],
    succeed: ([image]) => ({ url: direct(image), fileName: image.filename, uploaded: 1 }),
    fail: ({ message }) => ({ uploaded: 0, error: { message } }),
  },
  tinymce: {
    parts: [],
    succeed: ([image]) => ({ location: direct(image) }),
    fail: ({ message }) => ({ error: { message, remove: true } }),
  },
  froala: {
    parts: [],
    succeed: ([image]) => ({ link: direct(image) }),
    fail: ({ message }) => ({ error: message }),
  },
  easymde: {
    parts: ['image'],
    succeed: ([image]) => ({ data: { filePath: direct(image) } }),
    fail: ({ code, message }) => ({ error: EASYMDE_ERRORS[code] ?? message }),
  },
  vditor: {
    parts: ['file[]'],
    several: 'each',
    succeed: (images, refused) => ({
      msg: refused.map(({ filename, message }) => `${filename}: ${message}`).join(' '),
      code: 0,
      data: {
        errFiles: refused.map(({ filename }) => filename),
        succMap: Object.fromEntries(images.map((image) => [image.filename, direct(image)])),
      },
    }),
    fail: ({ message }) => ({ msg: message, code: 1, data: { errFiles: [], succMap: {} } }),
  },
  wangeditor: {
    parts: ['wangeditor-uploaded-image', 'wangeditor-uploaded-image[]'],
    succeed: ([image]) => ({ errno: 0, data: { url: direct(image), alt: image.filename, href: '' } }),
    fail: ({ message }) => ({ errno: 1, message }),
  },
  suneditor: {
    parts: ['file-0'],
    several: 'all',
    succeed: (images) => ({
      result: images.map((image) => ({ url: direct(image), name: image.filename, size: image.size })),
    }),
    fail: ({ message }) => ({ errorMessage: message }),
  },
  jodit: {
    parts: ['files[]'],
    several: 'each',
    succeed: (images, refused) => ({
      success: true,
      data: {
        files: images.map(direct),
        path: '',
        baseurl: '',
        isImages: images.map(() => true),
        messages: refused.map(({ filename, message }) => `${filename}: ${message}`),
        code: 220,
      },
    }),
    fail: ({ message, status }) => ({ success: false, data: { messages: [message], code: status } }),
  },
  uppy: {
    parts: ['files[]'],
    several: 'all',
    succeed: (images) => ({ url: direct(images[0]), urls: images.map(direct), delete_url: images[0].delete_url }),
    fail: ({ message }) => ({ error: message, message }),
  },
  dropzone: {
    parts: [],
    several: 'all',
    succeed: (images) => ({ url: direct(images[0]), urls: images.map(direct), delete_url: images[0].delete_url }),
    fail: ({ message }) => ({ error: message }),
  },
};

function routeOf([name, shape]: [string, Shape]): UploadRoute {
  const { parts, several, succeed, fail } = shape;
  return {
    act: 'upload',
    method: 'POST',
    path: `/for/${name}`,
    parts: [...new Set([...parts, 'file', ...(several === undefined ? [] : ['file[]'])])],
    ...(several && { several }),
    succeed: (images, _values, refused): DoorAnswer => ({
      body: succeed(images as readonly [DoorImage, ...DoorImage[]], refused),
    }),
    fail: (error) => ({ body: fail(error) }),
  };
}

/** `POST /for/{name}`: a form in, the answer that the editor reads out. */
export const editors: Door = { name: 'editors', prefix: '/for', routes: Object.entries(SHAPES).map(routeOf) };
