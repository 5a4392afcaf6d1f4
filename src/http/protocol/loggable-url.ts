const REDACTED = '[redacted]';

/** What makes a URL worth a closer look: an escape, a query, a credential, or the link of a public album. */
const SUSPICIOUS = /[%?]|imgd|\/a\//i;
/** Credentials of this service, whatever their kind. */
const CREDENTIALS = /imgd[a-z]?_[0-9A-Za-z]+/gi;
/** Every holder of the link of a public album can open it. */
const ALBUM_TOKENS = /(\/a\/)[^/?#&]+/gi;
/** Names of query parameters whose value may be a secret: clients also send secrets of other services. */
const SECRET_NAMES = /key|token|secret|passw|auth|credential|session|signature|^.code=|^.state=/i;

/**
 * A URL for the log, without secrets: delete links carry a token, links of public albums too, redirects of a sign-in
 * provider a code and a state, and some clients send keys as parameters. A URL with a secret is logged decoded.
 * @param url as the client sent it, with any encoding
 */
export function loggableUrl(url: string): string {
  if (!SUSPICIOUS.test(url)) return url;
  const decoded = url.includes('%') ? decodeEscapes(url) : url;
  const redacted = redactParameters(decoded.replace(CREDENTIALS, REDACTED).replace(ALBUM_TOKENS, `$1${REDACTED}`));
  return redacted === decoded ? url : redacted;
}

/** Decodes the escapes of ASCII characters, which all secrets consist of, also where they were encoded several times. */
function decodeEscapes(url: string): string {
  return url
    .replace(/%(?:25)+(?=[0-9a-f]{2})/gi, '%')
    .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function redactParameters(url: string): string {
  return url.replace(/([?&;#][^=?&;#]*=)[^?&;#]+/g, (parameter, name: string) =>
    SECRET_NAMES.test(name) ? name + REDACTED : parameter,
  );
}
