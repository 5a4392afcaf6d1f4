import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FORMAT_NAMES, FORMATS, formatOfExtension } from '../../../src/core/formats.ts';
import { newImageId } from '../../../src/core/ids.ts';
import { cutOf, edgeCopiesOf, linksOf, variantSize, variantSizes } from '../../../src/core/links.ts';

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

  it('contain the alternative text of the image in HTML and Markdown, as text', () => {
    const of = (alt: string) => linksOf('https://a.example', 'x', 'PNG', alt);
    const { html, markdown, bbcode } = of('A "cat" & <b>');
    assert.equal(html, '<img src="https://a.example/i/x.png" alt="A &quot;cat&quot; &amp; &lt;b&gt;">');
    assert.equal(markdown, '![A "cat" \\& \\<b\\>](https://a.example/i/x.png)');
    assert.equal(bbcode, '[img]https://a.example/i/x.png[/img]');
    assert.equal(
      of('](x) `a` *b* _c_ \\').markdown,
      '![\\](x) \\`a\\` \\*b\\* \\_c\\_ \\\\](https://a.example/i/x.png)',
    );
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

const SQUARE = { name: 'square', width: 100, height: 100, fit: 'cover', quality: null } as const;

describe('copies at an edge', () => {
  it('include every variant in every format', () => {
    const kinds = { variantWidths: [320], variantPresets: [SQUARE] };
    const { urls } = edgeCopiesOf({ imageHost: 'https://a.example', ...kinds }, 'x', 'PNG');
    for (const file of ['320.jpg', '320.avif', 'square.jpg', 'square.png', 'square.webp', 'square.avif']) {
      assert.ok(urls.includes(`https://a.example/v/x/${file}`), file);
    }
  });

  it('are those of the variants that were made, where these are known', () => {
    const kinds = { variantWidths: [320, 640], variantPresets: [SQUARE] };
    const size = { width: 400, height: 300 };
    const { width, mark } = cutOf(size, SQUARE);
    const copiesOf = (variants: string[]) => {
      const made = { ...size, variants };
      const { urls } = edgeCopiesOf({ imageHost: 'https://a.example', ...kinds }, 'x', 'PNG', made);
      return urls.flatMap((url) => (url.includes('/v/') ? url.replace('https://a.example/v/x/', '') : []));
    };
    assert.deepEqual(copiesOf([]), []);
    assert.deepEqual(copiesOf(['320.webp', '400.jpg', `${width}.avif${mark}`]), ['320.webp', '640.jpg', 'square.avif']);
  });
});

describe('sides of variants', () => {
  it('keep the aspect ratio, never enlarge, and stay within the bounds for every image and preset', () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(side, side, side, (width, height, preset) => {
        const made = variantSize({ width, height }, preset);
        assert.ok(made.width >= 1 && made.width <= Math.min(width, preset));
        assert.ok(made.height >= 1 && made.height <= Math.min(height, 16_383));
        // Rounding adds at most half a pixel to each side.
        assert.ok((made.width - 0.5) * (made.height - 0.5) <= 16_000_000 || made.width === 1 || made.height === 1);
        const exact = Math.max(1, (height * made.width) / width);
        assert.ok(Math.abs(made.height - exact) <= 0.5 + height / width, 'up to the rounding of both sides');
      }),
    );
  });

  it('are listed for presets that are narrower than the image, one for each size', () => {
    const presets = [160, 320, 640, 1_280, 1_920];
    const listed = (width: number, height: number) =>
      variantSizes({ width, height }, presets).map((size) => [size.preset, size.width, size.height]);
    assert.deepEqual(listed(700, 350), [
      ['160', 160, 80],
      ['320', 320, 160],
      ['640', 640, 320],
    ]);
    assert.deepEqual(listed(1_921, 52_000), [
      ['160', 160, 4_331],
      ['320', 320, 8_662],
      ['640', 605, 16_383],
    ]);
    assert.deepEqual(listed(160, 90), []);
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
