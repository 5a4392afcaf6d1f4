import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Callables, openProcessChannel } from '../../../src/lib/process-channel.ts';

/** Two ends of a connection; what one sends, the other hears as a copy. */
function pair() {
  const ends = [createEnd(), createEnd()] as const;
  const [one, other] = ends;
  one.peer = other;
  other.peer = one;
  return {
    ends,
    close() {
      for (const end of ends) {
        end.connected = false;
        end.emit('disconnect');
      }
    },
  };
}

interface TestEnd extends EventEmitter {
  connected: boolean;
  peer?: TestEnd;
  send(message: object): boolean;
}

function createEnd(): TestEnd {
  const end: TestEnd = Object.assign(new EventEmitter(), {
    connected: true,
    send(message: object) {
      const copy = structuredClone(message);
      setImmediate(() => end.peer?.emit('message', copy));
      return true;
    },
  });
  return end;
}

function open(callables: Callables) {
  const { ends, close } = pair();
  openProcessChannel(ends[1], callables);
  return { channel: openProcessChannel(ends[0], new Map()), close };
}

describe('a channel between processes', () => {
  it('calls functions of the other process, each with its own answer', async () => {
    const { channel } = open(
      new Map<string, (...values: never[]) => unknown>([
        ['add', (one: number, other: number) => one + other],
        ['later', () => new Promise((resolve) => setTimeout(resolve, 20, 'later'))],
      ]),
    );
    assert.deepEqual(await Promise.all([channel.call('later'), channel.call('add', 1, 2)]), ['later', 3]);
  });

  it('throws the message of a failure, of an unknown function, and of a value that cannot be copied', async () => {
    const { channel } = open(
      new Map<string, () => unknown>([
        [
          'fail',
          () => {
            throw new Error('planted failure');
          },
        ],
        ['function', () => () => {}],
      ]),
    );
    await assert.rejects(channel.call('fail'), new Error('planted failure'));
    await assert.rejects(channel.call('unknown'), new Error('no function unknown'));
    await assert.rejects(channel.call('function'), /could not be cloned/);
    await assert.rejects(
      channel.call('fail', () => {}),
      /could not be cloned/,
    );
  });

  it('refuses calls that wait when the other process ends, and later ones', async () => {
    const { channel, close } = open(new Map([['never', () => new Promise(() => {})]]));
    const waiting = channel.call('never');
    close();
    await assert.rejects(waiting, new Error('the other process has ended'));
    await assert.rejects(channel.call('never'), new Error('the other process has ended'));
  });
});
