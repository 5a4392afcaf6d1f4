import { useEffect, useState } from 'preact/hooks';
import { droppedFiles } from './dropped-files.ts';

/**
 * Takes files that are dropped anywhere on the page or pasted.
 * @returns whether files are being dragged over it
 */
export function useArrivingFiles(onFiles: (files: File[]) => void): boolean {
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      addEventListener(type, listener, { signal: ending.signal });
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragged(true);
    });
    on('dragleave', (event) => {
      // Leaving the window, not one element for the next.
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
    return () => ending.abort();
  }, [onFiles]);
  return dragged;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
