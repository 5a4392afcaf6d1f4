/** The path to open after sign-in: the requested page of this site, or the upload page. */
export function nextPath(query: URLSearchParams, origin = location.origin): string {
  const next = query.get('next') ?? '/';
  // Parsed as the browser parses it: among other things, it drops tabs and takes a backslash for a slash.
  const url = URL.canParse(next, origin) ? new URL(next, origin) : undefined;
  // Two slashes at the beginning would be a host when the path is used as a link.
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
}
