import { readFile } from 'node:fs/promises';

/** The decoder processes of a service: without the processes of a sandbox that only wait for them. */
export async function decodersOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(children.map(decodersOf));
  return children.flatMap((child, at) => (below[at]?.length ? below[at] : [child]));
}
