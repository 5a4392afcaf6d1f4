import { announce, onChange, type Topic } from '../changes.ts';

let isOwn = false;

/** Tells other tabs and pages of a change that the list on this page has already applied. */
export function announceOwn(topics: readonly Topic[]): void {
  isOwn = true;
  for (const topic of topics) announce(topic);
  isOwn = false;
}

/** Follows changes of images by other tabs and by other parts of this page. @returns a function that unsubscribes */
export function onForeignChange(listener: () => void): () => void {
  return onChange('images', () => !isOwn && listener());
}
