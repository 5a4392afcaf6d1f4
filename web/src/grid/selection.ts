export interface Selection {
  ids: ReadonlySet<string>;
  /** Index of the tile that was selected last. A range begins there. */
  anchor: number | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

/** Selects or deselects one image. */
export function toggled({ ids }: Selection, id: string, index: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: index };
}

/** Adds the range from the anchor to an index to the selection. */
export function extended({ ids, anchor }: Selection, index: number, all: readonly { id: string }[]): Selection {
  const from = anchor ?? index;
  const range = all.slice(Math.min(from, index), Math.max(from, index) + 1);
  return { ids: new Set([...ids, ...range.map(({ id }) => id)]), anchor: from };
}

export function everySelected(all: readonly { id: string }[]): Selection {
  return { ids: new Set(all.map(({ id }) => id)), anchor: all.length === 0 ? undefined : 0 };
}

/** Removes deleted or moved images from the selection. */
export function without({ ids }: Selection, removed: ReadonlySet<string>): Selection {
  return { ids: new Set([...ids].filter((id) => !removed.has(id))), anchor: undefined };
}
