import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMoment } from '../../../../src/catalog/engine/read-snapshot.ts';
import { until } from '../../../support/until.ts';

function counted() {
  let asked = 0;
  const moment = createMoment(() => ++asked);
  return { moment, asked: () => asked };
}

test('questions without waiting in between are one moment, others are not', async () => {
  const { moment, asked } = counted();
  assert.deepEqual([moment.version(), moment.version()], [1, 1]);
  await null;
  assert.deepEqual([moment.version(), moment.version()], [2, 2]);
  assert.equal(asked(), 2);
});

test('what came in one turn of the event loop is one moment, until it ends or this process has done something', async () => {
  const { moment } = counted();
  assert.equal(moment.version(), 1);
  moment.beginTurn();
  assert.equal(moment.version(), 2);
  await null;
  moment.beginTurn();
  assert.equal(moment.version(), 2);
  moment.end();
  assert.equal(moment.version(), 3);
  await null;
  assert.equal(moment.version(), 3);
  await nextTurn();
  assert.equal(moment.version(), 4);
  await null;
  assert.equal(moment.version(), 5, 'the turn is over');
});

test('sockets that are ready together share a moment; what is sent after an answer comes in a later one', async (t) => {
  const { moment } = counted();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted++;
    socket.on('data', () => {
      moment.beginTurn();
      socket.write(`${moment.version()} `);
    });
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      t.after(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    }),
  );
  const ask = async (socket: (typeof sockets)[number]): Promise<number> => {
    socket.write('?');
    const [text] = await once(socket, 'data');
    return Number(text);
  };
  await until(() => accepted === sockets.length);
  // While this turn lasts, all of them become ready.
  const together = await Promise.all(sockets.map(ask));
  assert.ok(new Set(together).size < sockets.length, `asked ${new Set(together).size} times`);
  let last = Math.max(...together);
  for (const socket of sockets.slice(0, 10)) {
    const version = await ask(socket);
    assert.ok(version > last, `${version} after ${last}`);
    last = version;
  }
});
