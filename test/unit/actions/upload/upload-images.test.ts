import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { openBatch, type UploadDeps } from '../../../../src/actions/upload/upload-images.ts';
import { openTempFiles } from '../../../../src/lib/temp-files.ts';

test('openBatch lets the event loop look at its sockets first: a read that has arrived goes before an upload', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const deps = { freeSpace: { require: async () => undefined, newFiles: () => openTempFiles('unused') } };
  const uploader = {
    get caller(): never {
      return assert.fail('no file has come');
    },
  };
  const order: string[] = [];
  const done = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      order.push(String(data));
      if (order.length > 1) return;
      // As the first bytes of an upload are processed, a request arrives.
      client.write('a read');
      void openBatch(deps as unknown as UploadDeps, uploader, { isBulk: false }).then(() => {
        order.push('the rest of the upload');
        resolve();
      });
    });
  });
  client.write('an upload');
  await done;
  client.destroy();
  assert.deepEqual(order, ['an upload', 'a read', 'the rest of the upload']);
});
