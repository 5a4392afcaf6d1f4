import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { html } from '../../../src/http/pages/html.ts';

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('html', () => {
  it('escapes every value, in text and in attributes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'<>&"\'a') })),
        (text) => {
          const { markup } = html`<p title="${text}">${text}</p>`;
          const inner = markup.slice('<p title="'.length, -'</p>'.length);
          const [attribute = '', body = ''] = inner.split('">');
          assert.ok(!/[<>"']/.test(attribute + body));
          assert.equal(unescaped(attribute), text);
          assert.equal(unescaped(body), text);
        },
      ),
    );
  });

  it('does not escape nested html', () => {
    const item = (text: string) => html`<li>${text}</li>`;
    assert.equal(html`<ul>${[item('a'), item('<b>')]}</ul>`.markup, '<ul><li>a</li><li>&lt;b&gt;</li></ul>');
    assert.equal(html`${item('a')}${7}${null}`.markup, '<li>a</li>7');
    assert.equal(html`<p>plain</p>`.markup, '<p>plain</p>');
  });
});
