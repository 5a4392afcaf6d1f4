import type { Door } from './door.ts';

/** The HTTP server of PicGo, for clients that upload the files themselves ("remote server mode"). */
export const picgo: Door = {
  name: 'picgo',
  prefix: '/picgo',
  routes: [
    {
      act: 'upload',
      method: 'POST',
      path: '/picgo/upload',
      parts: ['list', 'list[]', 'files', 'file'],
      // Clients match the results with their files by position.
      several: 'all',
      succeed: (images) => ({
        body: {
          success: true,
          result: images.map(({ links }) => links.direct),
          fullResult: images.map(({ id, links, filename, width, height, delete_url }) => ({
            id,
            imgUrl: links.direct,
            fileName: filename,
            width,
            height,
            delete: delete_url,
          })),
        },
      }),
      fail: ({ message }) => ({ body: { success: false, message, msg: message, result: [] } }),
    },
  ],
};
