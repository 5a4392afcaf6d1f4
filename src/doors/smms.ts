import type { Door, DoorImage } from './door.ts';

/** SM.MS v2: `POST /api/v2/upload`. A key has no scheme. The protocol answers refusals of a request with status 200. */
export const smms: Door = {
  name: 'smms',
  prefix: '/api/v2',
  credential: (text) => (/^bearer\s/i.test(text) ? text : `Bearer ${text.replace(/^basic\s+/i, '').trim()}`),
  routes: [
    {
      act: 'upload',
      method: 'POST',
      path: '/api/v2/upload',
      parts: ['smfile', 'file'],
      fields: ['format'],
      succeed([first]) {
        const image = first as DoorImage;
        const { id, links, filename, size, width, height } = image;
        const { pathname } = new URL(links.direct);
        return {
          body: {
            success: true,
            code: 'success',
            message: 'success',
            data: {
              file_id: 0,
              width,
              height,
              filename,
              storename: pathname.split('/').at(-1),
              size,
              path: pathname,
              hash: id,
              url: links.direct,
              delete: image.delete_url,
              page: links.view_page,
            },
            RequestId: id,
          },
        };
      },
      fail: ({ code, message, status }) => ({
        ...(status < 500 && status !== 404 && status !== 405 && { status: 200 }),
        body: { success: false, code: code.toLowerCase(), message, RequestId: '' },
      }),
    },
  ],
};
