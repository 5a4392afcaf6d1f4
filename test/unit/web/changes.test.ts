import assert from 'node:assert/strict';
import { it } from 'node:test';
import type * as Changes from '../../../web/src/changes.ts';
import { until } from '../../support/until.ts';

/** A module instance of its own, as each tab has one. */
async function openTab(name: string): Promise<typeof Changes> {
  const path = `../../../web/src/changes.ts?tab=${name}`;
  return import(path);
}

const original = globalThis.BroadcastChannel;
/** Does not keep the test process alive. */
class QuietChannel extends original {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}

it('tells all tabs of a change, each listener once, until it unsubscribes', async () => {
  globalThis.BroadcastChannel = QuietChannel;
  const [one, two] = [await openTab('one'), await openTab('two')];
  const heard: string[] = [];
  const stop = one.onChange('images', (elsewhere) => heard.push(`one ${elsewhere}`));
  two.onChange('images', (elsewhere) => heard.push(`two ${elsewhere}`));
  two.onChange('albums', () => heard.push('albums'));
  one.announce('images');
  await until(() => (heard.length === 2 ? true : undefined));
  assert.deepEqual(heard, ['one false', 'two true']);
  stop();
  two.announce('images');
  two.announce('albums');
  await until(() => (heard.length === 4 ? true : undefined));
  assert.deepEqual(heard.slice(2), ['two false', 'albums']);
});

it('works in its own tab without BroadcastChannel', async () => {
  try {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    const tab = await openTab('alone');
    const heard: boolean[] = [];
    tab.onChange('session', (elsewhere) => heard.push(elsewhere));
    tab.announce('session');
    assert.deepEqual(heard, [false]);
  } finally {
    globalThis.BroadcastChannel = original;
  }
});
