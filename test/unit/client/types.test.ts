import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { AccountResponses } from '../../../src/api/accounts.ts';
import { DeletionResponses } from '../../../src/api/deletions.ts';
import { type ErrorResponse, Responses as MainResponses } from '../../../src/api/images.ts';
import { LibraryResponses } from '../../../src/api/library.ts';
import { createClient } from '../../../src/client/client.ts';
import type * as api from '../../../src/client/types.ts';
import type * as library from '../../../src/client/types-library.ts';
import { startApp } from '../../support/start-app.ts';

const Responses = { ...MainResponses, ...AccountResponses, ...LibraryResponses, ...DeletionResponses };

type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
/** Members in one object, and all the way down, so that only what a value may be counts. */
type Flat<T> = T extends readonly (infer Item)[] ? Flat<Item>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type DataOf<K extends keyof typeof Responses> = Static<(typeof Responses)[K]>['data'];

// Each of these does not compile when the server's schema and the client's type differ.
const SAME: Record<string, true> = {
  uploaded: true satisfies Same<api.UploadedImage, DataOf<'uploaded'>>,
  bulk: true satisfies Same<api.BulkResult, DataOf<'bulk'>>,
  image: true satisfies Same<api.ImageInfo, DataOf<'image'>>,
  images: true satisfies Same<library.ImagePage, DataOf<'images'>>,
  albums: true satisfies Same<library.AlbumPage, DataOf<'albums'>>,
  album: true satisfies Same<library.Album, DataOf<'album'>>,
  albumDeleted: true satisfies Same<library.DeletedAlbum, DataOf<'albumDeleted'>>,
  imagesChanged: true satisfies Same<library.EachResult<api.ImageInfo>, DataOf<'imagesChanged'>>,
  imagesDeleted: true satisfies Same<library.EachResult<api.DeletedImage>, DataOf<'imagesDeleted'>>,
  deleted: true satisfies Same<api.DeletedImage, DataOf<'deleted'>>,
  deletion: true satisfies Same<api.Deletion, DataOf<'deletion'>>,
  registered: true satisfies Same<api.Registered, DataOf<'registered'>>,
  keys: true satisfies Same<{ keys: api.KeyInfo[] }, DataOf<'keys'>>,
  key: true satisfies Same<api.IssuedKey, DataOf<'key'>>,
  revoked: true satisfies Same<api.RevokedKey, DataOf<'revoked'>>,
  signedIn: true satisfies Same<api.SignedIn, DataOf<'signedIn'>>,
  signedOut: true satisfies Same<api.SignedOut, DataOf<'signedOut'>>,
  sessions: true satisfies Same<{ sessions: api.SessionInfo[] }, DataOf<'sessions'>>,
  sessionEnded: true satisfies Same<api.EndedSession, DataOf<'sessionEnded'>>,
  account: true satisfies Same<api.OwnAccount, DataOf<'account'>>,
  accountDeleted: true satisfies Same<api.DeletedAccount, DataOf<'accountDeleted'>>,
  passwordChanged: true satisfies Same<api.PasswordChanged, DataOf<'passwordChanged'>>,
  resetRequested: true satisfies Same<api.ResetRequested, DataOf<'resetRequested'>>,
  keyChanged: true satisfies Same<api.KeyInfo, DataOf<'keyChanged'>>,
  site: true satisfies Same<api.SiteInfo, DataOf<'site'>>,
  usage: true satisfies Same<api.Usage, DataOf<'usage'>>,
  plans: true satisfies Same<{ plans: api.PlanInfo[] }, DataOf<'plans'>>,
  health: true satisfies Same<api.Health, DataOf<'health'>>,
  error: true satisfies Same<api.ErrorFields, Static<typeof ErrorResponse>['error']>,
};
// The comparison itself can say no.
false satisfies Same<{ a: string }, { a?: string }>;
false satisfies Same<{ a: 'x' | 'y' }, { a: 'x' }>;
false satisfies Same<{ a: { b: 1 }[] }, { a: { b: 1; c: 2 }[] }>;
false satisfies Same<api.Usage, DataOf<'health'>>;

test('the client has a type for every answer that the server describes', () => {
  // The service's own description is for people; the client has no call for it.
  const described = Object.keys(Responses).filter((name) => name !== 'root');
  assert.deepEqual(Object.keys(SAME).sort(), [...described, 'error'].sort());
});

test('what the service really answers is what the types say', async () => {
  await using app = await startApp();
  const red = sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } });
  const png = new Uint8Array(await red.png().toBuffer());
  const answers: [keyof typeof Responses, unknown][] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(String(input)).pathname.replace('/api/v1', '');
    answers.push([nameOf(init?.method ?? 'GET', path), await response.clone().json()]);
    return response;
  };
  const anonymous = createClient({ baseUrl: app.url, fetch: watched });
  const person = { email: 'types@example.org', password: 'correct horse' };
  const { api_key } = await anonymous.register({ ...person, session: true });
  await anonymous.site();
  const { session } = await anonymous.login(person);
  const signedIn = createClient({ baseUrl: app.url, apiKey: session.token, fetch: watched });
  await signedIn.account.get();
  const other = (await signedIn.sessions.list()).find(({ current }) => !current);
  await signedIn.sessions.end(other?.id ?? '');
  await signedIn.account.change({ name: 'Types' });
  await signedIn.account.changePassword({ current_password: person.password, new_password: 'another horse' });
  await anonymous.account.forgotPassword(person.email);
  await signedIn.logout();
  const client = createClient({ baseUrl: app.url, apiKey: api_key.key, fetch: watched });
  const image = await client.upload(new File([png], 'red.png'));
  await client.uploadBulk([new File([png], 'red.png'), new File(['text'], 'text.png')]);
  await client.image(image.id);
  await client.images({ limit: 1, album: '' });
  await client.changeImage(image.id, { filename: 'b.png' });
  const second = await anonymous.upload(new File([png], 'red.png'));
  await client.claimImage(second.id, second.delete_token);
  const third = await anonymous.upload(new File([png], 'red.png'));
  await client.claimImages([third]);
  await client.changeImages([second.id, 'none'], { album: 'Red' });
  const album = await client.albums.create({ name: 'Blue', description: 'a sky' });
  await client.albums.get(album.id);
  await client.albums.change(album.id, { public: true });
  await client.albums.list({ limit: 1 });
  await client.albums.images(album.id, { order: 'largest' });
  await client.albums.delete(album.id, { images: 'delete' });
  await client.deleteImages([second.id, third.id]);
  const { deletion } = await client.deleteImage(image.id);
  await client.deletion(deletion.id);
  const key = await client.keys.create({ name: 'second' });
  await client.keys.change(key.id, { name: 'renamed' });
  const rotated = await client.keys.rotate(key.id);
  await client.keys.list();
  await client.keys.revoke(rotated.id);
  await client.usage();
  await client.plans();
  await client.health();
  await client.account.delete('another horse');

  const seen = new Set(answers.map(([name]) => name));
  assert.deepEqual(
    [...seen].sort(),
    Object.keys(Responses)
      .filter((name) => name !== 'root')
      .sort(),
  );
  for (const [name, body] of answers) {
    const schema: TSchema = Responses[name];
    assert.deepEqual(
      [...Value.Errors(schema, body)].map((error) => `${name}${error.instancePath} ${error.message}`),
      [],
    );
  }
});

function nameOf(method: string, path: string): keyof typeof Responses {
  const call = `${method} ${path.replace(/\/(image|albums|keys|sessions|deletions)\/[^/]+/, '/$1/:id')}`;
  const names: Record<string, keyof typeof Responses> = {
    'POST /upload': 'uploaded',
    'POST /upload/bulk': 'bulk',
    'GET /image/:id': 'image',
    'GET /images': 'images',
    'PATCH /image/:id': 'image',
    'POST /image/:id/claim': 'image',
    'POST /images/claim': 'imagesChanged',
    'POST /images/update': 'imagesChanged',
    'POST /images/delete': 'imagesDeleted',
    'GET /albums': 'albums',
    'POST /albums': 'album',
    'GET /albums/:id': 'album',
    'PATCH /albums/:id': 'album',
    'DELETE /albums/:id': 'albumDeleted',
    'GET /albums/:id/images': 'images',
    'DELETE /image/:id': 'deleted',
    'GET /deletions/:id': 'deletion',
    'POST /auth/register': 'registered',
    'GET /keys': 'keys',
    'POST /keys': 'key',
    'POST /keys/:id/rotate': 'key',
    'DELETE /keys/:id': 'revoked',
    'POST /auth/login': 'signedIn',
    'POST /auth/logout': 'signedOut',
    'GET /auth/sessions': 'sessions',
    'DELETE /auth/sessions/:id': 'sessionEnded',
    'GET /account': 'account',
    'PATCH /account': 'account',
    'DELETE /account': 'accountDeleted',
    'POST /account/password': 'passwordChanged',
    'POST /auth/password/forgot': 'resetRequested',
    'PATCH /keys/:id': 'keyChanged',
    'GET /site': 'site',
    'GET /usage': 'usage',
    'GET /plans': 'plans',
    'GET /health': 'health',
  };
  const name = names[call];
  assert.ok(name, `no schema known for ${call}`);
  return name;
}
