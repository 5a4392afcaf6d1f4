/** The path to open after sign-in: the requested page of this site, or the upload page. */
export function nextPath(query: URLSearchParams): string {
  const next = query.get('next') ?? '/';
  // A second slash, or a backslash that browsers treat as one, would lead to another host.
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
