import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from '../../../web/src/pages/auth/next-path.ts';

const ORIGIN = 'https://images.example';
const nextOf = (next: string) => nextPath(new URLSearchParams({ next }), ORIGIN);

test('the page after sign-in is one of this site, however the link is written', () => {
  const foreign = [
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r\n/evil.example',
    ],
    ...['\t//evil.example', ' //evil.example', 'https://evil.example/', 'https:evil.example', 'http://images.example/'],
    ...['javascript:alert(1)', 'data:text/html,x', '/.//evil.example', '/a/..//evil.example', '//', 'https://'],
    ...[
      'https://images.example.evil.example/',
      'https://images.example@evil.example/',
      'blob:https://images.example/x',
    ],
  ];
  for (const next of foreign) {
    const path = nextOf(next);
    assert.equal(new URL(path, ORIGIN).origin, ORIGIN, JSON.stringify(next));
  }
});

test('the page after sign-in keeps path, query and fragment', () => {
  for (const next of ['/', '/library', '/library?q=a%20b&order=newest', '/a/x#part']) assert.equal(nextOf(next), next);
  assert.equal(nextOf('https://images.example/library'), '/library');
  assert.equal(nextPath(new URLSearchParams(), ORIGIN), '/');
});
