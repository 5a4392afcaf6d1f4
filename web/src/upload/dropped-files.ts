import { useEffect, useState } from 'preact/hooks';

/** What the user drags over the page. */
export interface Dragged {
  /** 0 = unknown: not every browser tells it before the drop. */
  count: number;
}

/**
 * Handles files that the user pastes or drops anywhere on the page.
 * @returns what the user is dragging over the page, or undefined
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  useEffect(() => {
    const controller = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(type, listener, { signal: controller.signal });
    const end = () => setDragged(undefined);
    // A picture of the page, dragged by the user, looks like a file.
    let isFromPage = false;
    const isFromOutside = (event: DragEvent) => !isFromPage && hasFiles(event);
    on('dragstart', () => {
      isFromPage = true;
    });
    on('dragend', () => {
      isFromPage = false;
      end();
    });
    on('dragover', (event) => {
      if (!isFromOutside(event)) return;
      event.preventDefault();
      const count = countOf(event);
      setDragged((now) => (now?.count === count ? now : { count }));
    });
    on('dragleave', (event) => {
      // The pointer left the window, not just an element.
      if (event.relatedTarget === null) end();
    });
    on('drop', (event) => {
      if (!isFromOutside(event) || event.dataTransfer === null) return;
      event.preventDefault();
      end();
      void filesOf(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
    });
    // There are no such events during a drag. After one that ended without an event, they are the first sign.
    on('mousemove', end);
    on('keydown', ({ key }) => key === 'Escape' && end());
    on('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextForField(event)) return;
      event.preventDefault();
      onFiles(files);
    });
    return () => controller.abort();
  }, [onFiles]);
  return dragged;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function countOf({ dataTransfer }: DragEvent): number {
  return [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length;
}

/** Office programs copy text together with a picture of it. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
  return isField && (clipboardData?.types.includes('text/plain') ?? false);
}

/**
 * The files of a drop, including those in folders. Call it synchronously: the browser clears the data after the event.
 */
async function filesOf({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory === true)) return plain;
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesBelow(entry))));
  return found.flat();
}

/** Hidden files are left out: systems put their own ones into folders (.DS_Store, ._picture.jpg). */
async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  try {
    if (entry.isFile) {
      return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const found: File[] = [];
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return found;
      for (const one of some) found.push(...(await filesBelow(one)));
    }
  } catch {
    // Skip unreadable entries.
    return [];
  }
}
