/** Names of all members of a JSON value, each with the type of what it holds; arrays are not looked into. */
export function shapeOf(value: unknown, name = '$'): string[] {
  if (Array.isArray(value)) return [`${name}: array`];
  if (typeof value !== 'object' || value === null) return [`${name}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, member]) => shapeOf(member, `${name}.${key}`));
}
