import type { Edge } from './port.ts';

/** No edge, or one that keeps nothing longer than it is told. */
export function createNoEdge(): Edge {
  return { present: false, purge: async (images) => images.map(() => undefined) };
}
