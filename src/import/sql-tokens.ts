/** A piece of an SQL text. */
export interface Token {
  /** `mark`: one of `(),;=.`; `text`: quoted, unescaped; `word`: everything else. */
  kind: 'word' | 'text' | 'mark';
  text: string;
  line: number;
}

/** Reads an SQL text in pieces as it comes. */
export interface Tokens {
  readonly line: number;
  append(more: string): void;
  /** No more text follows. */
  end(): void;
  /** @returns undefined where the text so far ends within the token */
  next(): Token | undefined;
  /** The rest of the line, as it is. @returns undefined where the text so far ends within the line */
  nextLine(): { text: string; isCut: boolean } | undefined;
}

/** What ends a text that has lost its quote. Dumps write line feeds within texts as `\n`. */
const LOST_QUOTE = /\n(?:INSERT INTO |UNLOCK TABLES|CREATE TABLE |COPY |\/\*!|-- (?:Dump|Table))/;
/** A longer text is left out: it is a bomb, or its quote is lost. Longer than the largest image in hexadecimal. */
const MAX_TEXT = 300 * 2 ** 20;
const MARKS = '(),;=.';
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', b: '\b', Z: '\x1a' };

/** @param onLost called for a text without an end, with the line of its beginning; what follows is a new statement */
export function createTokens(onLost: (line: number, isCut: boolean) => void): Tokens {
  const wordEnd = /[\s,();'"`=]/g;
  let text = '';
  let at = 0;
  let line = 1;
  let isEnded = false;

  function advance(to: number): void {
    for (let next = text.indexOf('\n', at); next >= 0 && next < to; next = text.indexOf('\n', next + 1)) line++;
    at = to;
  }

  /** Skips white space and comments. @returns whether a token follows */
  function skip(): boolean {
    for (;;) {
      while (at < text.length && /\s/.test(text[at] as string)) advance(at + 1);
      const two = text.slice(at, at + 2);
      if (two === '' || (two.length < 2 && !isEnded && '-/'.includes(two))) return false;
      const ending = two === '--' || two[0] === '#' ? '\n' : two === '/*' ? '*/' : undefined;
      if (ending === undefined) return true;
      const end = text.indexOf(ending, at + 2);
      if (end < 0 && isEnded) advance(text.length);
      if (end < 0) return false;
      advance(end + ending.length);
    }
  }

  function quoted(quote: string): Token | undefined {
    const begun = line;
    for (let end = at + 1; ; end += 2) {
      end = indexOfEither(text, quote, quote === '`' ? quote : '\\', end);
      if (end < 0 || (end === text.length - 1 && !isEnded)) return unended();
      if (text[end] === '\\' || text[end + 1] === quote) continue;
      const raw = text.slice(at + 1, end);
      const lost = raw.includes('\n') ? raw.search(LOST_QUOTE) : -1;
      if (lost >= 0) return drop(at + 1 + lost);
      advance(end + 1);
      return { kind: 'text', text: unquote(raw, quote), line: begun };
    }
  }

  /** More text may follow, unless another statement has. */
  function unended(): Token | undefined {
    const lost = isEnded || text.length - at > 2 ** 20 ? text.slice(at).search(LOST_QUOTE) : -1;
    if (lost > 0) return drop(at + lost);
    if (isEnded || text.length - at > MAX_TEXT) return drop(text.length);
    return undefined;
  }

  function drop(to: number): Token | undefined {
    onLost(line, to === text.length);
    advance(to);
    return undefined;
  }

  return {
    get line() {
      return line;
    },
    append(more) {
      text = text.slice(at) + more;
      at = 0;
    },
    end() {
      isEnded = true;
    },
    next() {
      if (!skip()) return undefined;
      const first = text[at] as string;
      if (`'"\``.includes(first)) return quoted(first);
      const begun = line;
      if (MARKS.includes(first)) {
        advance(at + 1);
        return { kind: 'mark', text: first, line: begun };
      }
      wordEnd.lastIndex = at;
      const end = wordEnd.exec(text)?.index;
      if (end === undefined && !isEnded && text.length - at < 2 ** 20) return undefined;
      const word = text.slice(at, end ?? text.length);
      advance(at + word.length);
      return { kind: 'word', text: word, line: begun };
    },
    nextLine() {
      const end = text.indexOf('\n', at);
      const isLong = text.length - at > MAX_TEXT;
      if (end < 0 && !isLong && !(isEnded && at < text.length)) return undefined;
      const found = text.slice(at, end < 0 ? text.length : end);
      advance(end < 0 ? text.length : end + 1);
      return { text: found.endsWith('\r') ? found.slice(0, -1) : found, isCut: end < 0 };
    },
  };
}

function indexOfEither(text: string, one: string, other: string, from: number): number {
  const first = text.indexOf(one, from);
  if (other === one) return first;
  // Only as far as the first one: the other may be megabytes away.
  const second = text.slice(from, first < 0 ? text.length : first).indexOf(other);
  return second < 0 ? first : from + second;
}

/** A text of MySQL without its quotes. */
function unquote(raw: string, quote: string): string {
  const single = raw.includes(quote) ? raw.replaceAll(quote + quote, quote) : raw;
  if (quote === '`' || !single.includes('\\')) return single;
  return single.replace(/\\([\s\S])/g, (_, one: string) => ESCAPES[one] ?? one);
}
