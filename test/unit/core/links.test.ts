import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FORMAT_NAMES, FORMATS, formatOfExtension } from '../../../src/core/formats.ts';
import { newImageId } from '../../../src/core/ids.ts';
import { linksOf } from '../../../src/core/links.ts';

describe('links', () => {
  it('have exactly the six members of the API', () => {
    assert.deepEqual(linksOf('https://img.example.com', 'aZ09aZ09aZ09', 'JPEG'), {
      direct: 'https://img.example.com/i/aZ09aZ09aZ09.jpg',
      thumbnail: 'https://img.example.com/t/aZ09aZ09aZ09.jpg',
      view_page: 'https://img.example.com/image/aZ09aZ09aZ09',
      bbcode: '[img]https://img.example.com/i/aZ09aZ09aZ09.jpg[/img]',
      html: '<img src="https://img.example.com/i/aZ09aZ09aZ09.jpg" alt="Image">',
      markdown: '![Image](https://img.example.com/i/aZ09aZ09aZ09.jpg)',
    });
  });

  it('are URLs below the host for every format and host, and the host cannot break out of the HTML', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom(...FORMAT_NAMES), (host, format) => {
        const imageHost = new URL(host).href.replace(/\/+$/, '');
        const id = newImageId();
        const links = linksOf(imageHost, id, format);
        for (const link of [links.direct, links.thumbnail, links.view_page])
          assert.ok(link.startsWith(`${imageHost}/`));
        const extension = links.direct.slice(links.direct.lastIndexOf('.') + 1);
        assert.equal(formatOfExtension(extension)?.name, format);
        const source = /^<img src="([^"<>]*)" alt="Image">$/.exec(links.html)?.[1] ?? '';
        assert.equal(source.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), links.direct);
      }),
    );
    assert.ok(linksOf('https://a.example/"&', 'x', 'PNG').html.includes('/&quot;&amp;/i/'));
  });
});

describe('formats', () => {
  it('are found by the extensions of links, case-sensitive, with jpeg as an alias of jpg', () => {
    for (const format of Object.values(FORMATS)) assert.equal(formatOfExtension(format.extension), format);
    assert.equal(formatOfExtension('jpeg'), FORMATS.JPEG);
    for (const text of ['JPG', '', 'svg', 'heic', '.jpg', 'jpg ', 'constructor'])
      assert.equal(formatOfExtension(text), undefined);
  });

  it('have unique extensions and types', () => {
    const all = Object.entries(FORMATS);
    assert.equal(new Set(all.map(([, { extension }]) => extension)).size, all.length);
    for (const [name, format] of all) {
      assert.equal(format.name, name);
      assert.equal(format.mimeType, `image/${name.toLowerCase()}`);
    }
  });
});
