/** A command of a page, with the heading above it. */
export interface DocumentedCommand {
  heading: string;
  command: string;
}

/** The commands of the `sh` blocks of a page: its lines, where a line that goes on and a here-document count as one. */
export function commandsOf(page: string): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  let heading = '';
  let language: string | undefined;
  let open = '';
  for (const line of page.split('\n')) {
    const fence = /^```(\w*)/.exec(line);
    if (fence !== null) {
      language = language === undefined ? fence[1] : undefined;
      continue;
    }
    if (language === undefined) heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
    if (language !== 'sh' || (open === '' && /^\s*(#.*)?$/.test(line))) continue;
    open += open === '' ? line : `\n${line}`;
    const [, end] = /<<'?(\w+)'?/.exec(open) ?? [];
    const isDone = end === undefined ? !line.endsWith('\\') : line === end;
    if (!isDone) continue;
    found.push({ heading, command: open });
    open = '';
  }
  return found;
}
