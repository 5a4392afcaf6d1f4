/** Rows of the first table with this first heading, without backticks; [] when there is no such table. */
export function tableRows(text: string, firstHeading: string): string[][] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => cellsOf(line)[0] === firstHeading);
  if (at < 0) return [];
  const rest = lines.slice(at + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? rest.length : end).map(cellsOf);
}

/** Rows of all tables with this first heading. */
export function allTableRows(text: string, firstHeading: string): string[][] {
  return text.split(/^(?=#)/m).flatMap((section) => tableRows(section, firstHeading));
}

/** Contents of the fenced code blocks in a language. */
export function codeBlocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code);
}

/** Targets of links and images. */
export function linkTargets(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** Anchors of the headings, in the form that code hosting sites generate. */
export function anchors(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', ''));
}
