import { useEffect, useState } from 'preact/hooks';

/**
 * Handles files that the user pastes or drops anywhere on the page.
 * @returns whether the user is dragging files over the page
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(type, listener, { signal: controller.signal });
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragged(true);
    });
    on('dragleave', (event) => {
      // The pointer left the window, not just an element.
      if (event.relatedTarget === null) setDragged(false);
    });
    on('drop', (event) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setDragged(false);
      void droppedFiles(event.dataTransfer).then(onFiles);
    });
    on('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
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

/**
 * The files of a drop, including those in folders. Call it synchronously: the browser clears the data after the event.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory === true)) return plain;
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesOf(entry))));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  try {
    if (entry.isFile) {
      return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const found: File[] = [];
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return found;
      for (const one of some) found.push(...(await filesOf(one)));
    }
  } catch {
    // Skip unreadable entries.
    return [];
  }
}
