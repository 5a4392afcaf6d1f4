/**
 * One URL for each host of a URL that names several, as libpq writes them: `postgres://user@one:5432,two/imgd`.
 * @returns undefined for text that is no such URL
 */
export function urlsOfHosts(text: string): URL[] | undefined {
  const [, scheme, user = '', hosts = '', rest = ''] = /^([a-z+]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  if (urls.length > 1 && hosts.split(',').includes('')) return undefined;
  return urls.every((url) => URL.canParse(url)) ? urls.map((url) => new URL(url)) : undefined;
}
