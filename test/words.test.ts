import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Words of the project's first vocabulary, each with the field's term that replaces it. */
const REPLACED: [pattern: RegExp, instead: string, example: string][] = [
  [/\bstrays?\b|[a-z]Strays?\b/, 'orphan', 'sweepStrays'],
  [/\bsweep(?:s|ing|er|ers)?\b|\bswept\b|\bsweep[A-Z]/, 'collect orphans', 'the sweep'],
  [/\bequal (?:bytes|pictures|files)\b|\bsame file\b(?! system)/, 'duplicate content', 'equal bytes'],
  [/\bmoments?\b|[a-z]Moment\b/, 'read snapshot, instant', 'the moment'],
  [/\b(?:one|this|same|each|a) turn\b|\bturns? of the event loop|\bbeginTurn\b/, 'event-loop tick', 'one turn'],
  [/\b(?:blob|store|old|new|other) places?\b|[Bb]lobPlace|[Pp]laceName|\b[sS]3Place/, 'location', 'the old place'],
  [/\badmission\b|\bAdmission\b/, 'load shedding', 'admission'],
  [/\broom for\b|\bno room\b/, 'capacity', 'no room'],
  [/\bkept answers?\b/, 'idempotency records', 'kept answers'],
  [/\bpersist\b/, 'retry with backoff', 'persist(work)'],
  [/\b[Ss]hared ?[Rr]uns?\b/, 'coalesced run', 'sharedRun'],
  [/\b(?:is|are|be|been|was|were) told\b|\btold (?:of|why|which|when|that|by)\b/, 'is called with', 'is told'],
  [/\bwho(?:ever)? asks\b|\bwhoever\b/, 'caller', 'who asks'],
  [/\bworks (?:for )?ten minutes\b/, 'valid for ten minutes', 'works ten minutes'],
  [/\bbit rot\b|\bdamaged?\b|\bDamaged?\b|[a-z]Damage\b/, 'corruption, corrupt blob', 'bit rot'],
  [
    /\b(?:an?|the|its|this|each|every|planted|of|by) faults?\b|\bfaults\b|[a-z]Faults?\b|\bfaulty\b/,
    'error, failure',
    'the fault',
  ],
  [/\bby (?:its |their )?looks\b/, 'perceptual match', 'blocked by looks'],
  [/\bdoubt(?:s|ful)?\b|[iI]sDoubtful|\bDoubt[A-Z]?/, 'unknown commit outcome, store ownership', 'in doubt'],
  [/\bstore.?marks?\b|\bstoreMark|[mM]arkedStores?/, 'owner token', 'store mark'],
  [/\bworn\b|\bspent\b|\bsuccessors?\b/, 'retired, replacement', 'a worn decoder'],
  [/\bscrub(?:s|bed|bing)? (?:blobs|stored|the (?:disk|store))\b|\bscrubBlobs/, 'verify checksums', 'scrub blobs'],
  [/\bpaced?\b|\bpacing\b/, 'throttle', 'the pace'],
  [
    /\binformation (?:of|about) (?:an|the) image\b|\bimage information\b|\binformationOf\b/i,
    'image metadata',
    'image information',
  ],
  [/\bhot\b|\bhot[A-Z]\w+/, 'in-memory fast path', 'hotDelivery'],
  [/\bfast answers?\b/, 'in-memory fast path', 'fast answer'],
  [/\bnobody\b(?!['@])|\bmeanwhile\b/i, 'a plain word', 'nobody'],
];

/** The field's own terms, which a reader searches for. */
const EXPECTED = [/orphan/i, /deduplicate/i, /load[- ]shedding/i, /throttle/i];

/** Text in which a replaced word stands for something else, or names what must not change; each with its reason. */
const ALLOWED: [pattern: RegExp, reason: string][] = [
  [
    /fault[- ]injection|npm run faults|nice npm run faults|faults\/|run-faults|faults\.js|imgd-faults/g,
    'fault injection is the term',
  ],
  [
    /'(?:sweep-strays|store-marks|damage)'|'damage\.key'|\bdamage: |'stray'/g,
    'names in the database schema and stored values, or bytes of a test file',
  ],
];

/** Files that must speak of the words themselves. */
const EXEMPT = ['test/words.test.ts'];

describe('the words of the project', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(?:ts|tsx|js|css|md|sh|vcl|conf|inc|service|yaml|lua|html)$|^\.ci\/|Dockerfile$/.test(path))
    .filter((path) => !EXEMPT.includes(path));

  it('are the terms of the field', () => {
    assert.ok(files.length > 500, `only ${files.length} files were read`);
    assert.deepEqual(
      files.flatMap((path) => problems(path, readFileSync(join(ROOT, path), 'utf8'))),
      [],
    );
  });

  for (const word of EXPECTED) {
    it(`include ${word.source}`, () => {
      const users = files.filter((path) => word.test(readFileSync(join(ROOT, path), 'utf8')));
      assert.ok(users.some((path) => path.startsWith('src/')) && users.some((path) => path.endsWith('.md')));
    });
  }

  for (const [, instead, example] of REPLACED) {
    it(`report "${example}"`, () => {
      const found = problems('docs/a.md', `First line.\nSee ${example} here.`);
      assert.ok(
        found.some((line) => line.startsWith('docs/a.md:2') && line.endsWith(`say ${instead}`)),
        found.join(),
      );
    });
  }

  it('pass where they are allowed', () => assert.deepEqual(problems('docs/a.md', 'npm run faults'), []));
});

function problems(path: string, text: string): string[] {
  const lines = text.split('\n').map((line) => ALLOWED.reduce((rest, [pattern]) => rest.replaceAll(pattern, ''), line));
  return lines.flatMap((line, index) =>
    REPLACED.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${path}:${index + 1}: "${found}": say ${instead}`];
    }),
  );
}
