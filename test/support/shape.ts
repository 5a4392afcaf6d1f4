/** Paths of all members of a JSON value with their types. Does not descend into arrays. */
export function shapeOf(value: unknown, name = '$'): string[] {
  if (Array.isArray(value)) return [`${name}: array`];
  if (typeof value !== 'object' || value === null) return [`${name}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, member]) => shapeOf(member, `${name}.${key}`));
}
