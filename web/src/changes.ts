/** What another tab, or another page of this tab, may have changed. */
export type Topic = 'images' | 'albums' | 'trash' | 'session' | 'keys';

/** @param elsewhere the change happened in another tab */
export type ChangeListener = (elsewhere: boolean) => void;

/** Name of the channel. A message is a topic. */
const CHANNEL = 'imgd';

const listeners = new Map<Topic, Set<ChangeListener>>();
let channel: BroadcastChannel | undefined;

/**
 * Tells all tabs of this browser that something of a topic has changed on the server. Call it after the response of a
 * successful request. Listeners of this tab run before it returns.
 */
export function announce(topic: Topic): void {
  open()?.postMessage(topic);
  notify(topic, false);
}

/**
 * Follows the changes of a topic, in this tab and in others. Without BroadcastChannel only in this tab.
 * @returns a function that unsubscribes
 */
export function onChange(topic: Topic, listener: ChangeListener): () => void {
  open();
  const known = listeners.get(topic) ?? new Set();
  listeners.set(topic, known.add(listener));
  return () => known.delete(listener);
}

function notify(topic: Topic, elsewhere: boolean): void {
  for (const listener of [...(listeners.get(topic) ?? [])]) listener(elsewhere);
}

function open(): BroadcastChannel | undefined {
  if (channel !== undefined || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Topic>) => notify(data, true));
  // A page that returns from the back/forward cache has missed the messages in between.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (persisted) for (const topic of listeners.keys()) notify(topic, true);
  });
  return channel;
}
