/** Cycles in a graph, one for each edge that closes a cycle. Each starts and ends with the same node. */
export function findCycles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[][] = [];

  function visit(node: string): void {
    const at = trail.indexOf(node);
    if (at >= 0) cycles.push([...trail.slice(at), node]);
    if (at >= 0 || done.has(node)) return;
    trail.push(node);
    for (const [, to] of next.get(node) ?? []) visit(to);
    trail.pop();
    done.add(node);
  }

  for (const node of next.keys()) visit(node);
  return cycles;
}
