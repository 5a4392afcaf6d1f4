/** Where to go after signing in: a page of this site that was asked for, else the first one. */
export function nextPlace(query: URLSearchParams): string {
  const next = query.get('next') ?? '/';
  // Two slashes, or a backslash that browsers read as one, would lead to another host.
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
