export interface Selection {
  /** The selected images; the images that are not selected if `isEverything`. */
  ids: ReadonlySet<string>;
  /** All images of the list are selected, also those that have not been loaded, except `ids`. */
  isEverything: boolean;
  /** Position of the tile that was selected last. A range begins there. */
  anchor: number | undefined;
}

type Items = readonly ({ id: string } | undefined)[];

export const NOTHING_SELECTED: Selection = { ids: new Set(), isEverything: false, anchor: undefined };

export const EVERYTHING_SELECTED: Selection = { ids: new Set(), isEverything: true, anchor: 0 };

export function isSelected({ ids, isEverything }: Selection, id: string): boolean {
  return ids.has(id) !== isEverything;
}

/** The number of selected images. @param total images of the list */
export function selectedCount({ ids, isEverything }: Selection, total: number): number {
  return isEverything ? Math.max(0, total - ids.size) : ids.size;
}

/** Selects or deselects one image. */
export function toggled({ ids, isEverything }: Selection, id: string, position: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, isEverything, anchor: position };
}

/** Adds the range from the anchor to a position to the selection. */
export function extended(selection: Selection, position: number, items: Items): Selection {
  const anchor = selection.anchor ?? position;
  const range = items.slice(Math.min(anchor, position), Math.max(anchor, position) + 1);
  const ids = new Set(selection.ids);
  for (const item of range) {
    if (item === undefined) continue;
    if (selection.isEverything) ids.delete(item.id);
    else ids.add(item.id);
  }
  return { ...selection, ids, anchor };
}

/** Every image of a list that is loaded completely. */
export function everySelected(items: Items): Selection {
  const ids = new Set(items.flatMap((item) => (item === undefined ? [] : [item.id])));
  return { ids, isEverything: false, anchor: items.length === 0 ? undefined : 0 };
}

/** Removes deleted or moved images from the selection. */
export function without({ ids, isEverything }: Selection, removed: ReadonlySet<string>): Selection {
  return { ids: new Set([...ids].filter((id) => !removed.has(id))), isEverything, anchor: undefined };
}
