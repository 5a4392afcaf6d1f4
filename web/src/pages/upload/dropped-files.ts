/** The files of something dropped, those in folders too. Call it at once: the browser forgets after the event. */
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
    // What cannot be read is no file to upload.
    return [];
  }
}
