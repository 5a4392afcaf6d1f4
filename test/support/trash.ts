import type { TrashPage } from '../../src/api/trash.ts';
import { type Uploaded, upload, uploaded } from './api.ts';
import { bearer, call, send, smallPng, storageBeside } from './requests.ts';
import { dataOf } from './sign-in.ts';
import type { TestApp } from './start-app.ts';

let shade = 9_000;

/** A small PNG that no other call returns. */
export const newPicture = () => smallPng(shade++);

/** The calls of tests about the trash. @param current the service and the key that they use unless they name others */
export function trashCalls(current: () => { app: TestApp; key: string }) {
  const own = (token: string | undefined) => token ?? current().key;
  return {
    /** Uploads a picture that no other call uploads. */
    put: async (fields: Record<string, string> = {}, token?: string, name = 'picture.png') =>
      uploaded(upload(current().app, await newPicture(), fields, bearer(own(token)), name)),
    trash: (id: string, token?: string) => call(current().app, 'DELETE', `/image/${id}?trash=true`, own(token)),
    trashAll: (ids: string[], token?: string) =>
      send(current().app, '/images/delete', { ids, trash: true }, own(token)),
    restore: (ids: string[], token?: string) => send(current().app, '/trash/restore', { ids }, own(token)),
    trashed: async (token?: string) =>
      (await dataOf<TrashPage>(call(current().app, 'GET', '/trash?limit=100', own(token)))).images,
    infoStatus: async (id: string, token?: string) =>
      (await call(current().app, 'GET', `/image/${id}`, own(token))).status,
  };
}

/** The ids of those images that the catalog has, in the trash or not. */
export async function storedImages(app: TestApp, images: readonly Uploaded[]): Promise<string[]> {
  const storage = await storageBeside(app);
  try {
    const ids = images.map(({ id }) => id);
    const rows = await storage.db.selectFrom('images').select('id').where('id', 'in', ids).execute();
    return rows.map(({ id }) => id);
  } finally {
    await storage.close();
  }
}
