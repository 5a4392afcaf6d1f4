import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { IMAGES, imageFixture } from '../fixtures/images.ts';
import { picture } from '../fixtures/pixels.ts';
import { at, attachOrStart, json, type Part, type Target, upload, uploaded, uploadParts } from '../support/api.ts';
import { bmpFile } from '../unit/imaging/transcode/bmp-file.ts';
import { heifFile } from '../unit/imaging/transcode/heif-file.ts';
import { LOSSLESS as JXL, WITH_ALPHA as JXL_WITH_ALPHA } from '../unit/imaging/transcode/jxl-samples.ts';

let target: Target;
before(async () => {
  target = await attachOrStart();
});
after(() => target[Symbol.asyncDispose]());

interface Info {
  data: { frames: number; animated: boolean; has_alpha: boolean; metadata_removed: string[] };
}

const info = async (id: string) => (await json<Info>(await fetch(`${target.url}/api/v1/image/${id}`))).data;
const download = async (link: string) => {
  const response = await fetch(at(target, link));
  assert.equal(response.status, 200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('POST /api/v1/upload', () => {
  it('reads fields with Content-Type application/json', async () => {
    const image = await uploaded(
      uploadParts(target, [
        { disposition: 'name="expiry"', type: 'application/json', content: '24' },
        { disposition: 'name="album"', type: 'application/json', content: '"holiday"' },
        { disposition: 'name="file"; filename="a.png"', content: await imageFixture('png').bytes() },
      ]),
    );
    assert.equal(Date.parse(String(image.expires_at)) - Date.parse(image.uploaded_at), 24 * 3_600_000);
    assert.equal(image.album, 'holiday');
  });

  it('returns the eight members of an image, then the additional ones', async () => {
    const bytes = await imageFixture('png').bytes();
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const image = await uploaded(upload(target, bytes, {}, {}, 'cat.png'));
    assert.deepEqual(Object.keys(image), [
      ...['id', 'filename', 'size', 'width', 'height', 'format', 'uploaded_at', 'links'],
      ...[
        'album',
        'title',
        'alt',
        'description',
        'tags',
        'expires_at',
        'metadata_removed',
        'source_format',
        'anonymous',
        'delete_token',
        'delete_url',
      ],
    ]);
    const { id, uploaded_at, links, delete_token, delete_url, ...others } = image;
    assert.match(id, /^[0-9A-Za-z]{12}$/);
    assert.match(uploaded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(Date.parse(uploaded_at) >= before && Date.parse(uploaded_at) <= Date.now(), uploaded_at);
    assert.deepEqual(others, {
      filename: 'cat.png',
      size: bytes.length,
      width: 64,
      height: 48,
      format: 'PNG',
      album: null,
      title: null,
      alt: null,
      description: null,
      tags: [],
      expires_at: null,
      metadata_removed: [],
      source_format: 'PNG',
      anonymous: true,
    });
    const host = new URL(links.direct).origin;
    assert.match(delete_token, /^imgdd_[0-9A-Za-z]{38}$/);
    assert.equal(delete_url, `${host}/image/${id}/delete/${delete_token}`);
    assert.deepEqual(links, {
      direct: `${host}/i/${id}.png`,
      thumbnail: `${host}/t/${id}.png`,
      view_page: `${host}/image/${id}`,
      bbcode: `[img]${host}/i/${id}.png[/img]`,
      html: `<img src="${host}/i/${id}.png" alt="Image">`,
      markdown: `![Image](${host}/i/${id}.png)`,
    });
  });

  for (const fixture of IMAGES) {
    it(`accepts the image "${fixture.name}" and serves it with the reported facts`, async () => {
      const sent = await fixture.bytes();
      const image = await uploaded(upload(target, sent));
      const { format, width, height } = fixture;
      assert.deepEqual([image.format, image.width, image.height], [format, width, height]);
      const { headers, bytes } = await download(image.links.direct);
      assert.equal(headers.get('content-length'), String(image.size));
      assert.equal(bytes.length, image.size);
      assert.equal(headers.get('content-type'), `image/${format.toLowerCase()}`);
      if (image.metadata_removed.length === 0) assert.ok(bytes.equals(sent), 'the file is stored unchanged');
      const facts = await info(image.id);
      assert.deepEqual([facts.frames, facts.animated], [fixture.frames, fixture.frames > 1]);
      const shown = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
      assert.deepEqual([shown.info.width, shown.info.height], [width, height]);
      const thumbnail = await sharp((await download(image.links.thumbnail)).bytes).metadata();
      assert.ok(thumbnail.width <= 320 && thumbnail.height <= 320, `${thumbnail.width} x ${thumbnail.height}`);
    });
  }

  const dots = Array.from({ length: 16 * 16 * 3 }, (_, at) => at & 0xff);
  for (const [name, stored, width, height, make] of [
    ['HEIC', 'JPEG', 64, 64, async () => heifFile()],
    ['HEIC with alpha', 'PNG', 64, 64, async () => heifFile({ alpha: true })],
    ['TIFF', 'JPEG', 40, 30, () => picture(40, 30).tiff().toBuffer()],
    ['TIFF with alpha', 'PNG', 40, 30, () => picture(40, 30, 4).tiff({ compression: 'lzw' }).toBuffer()],
    ['BMP', 'JPEG', 16, 16, async () => bmpFile({ width: 16, height: 16, bits: 24, pixels: dots })],
    ['JPEG XL', 'JPEG', 32, 24, async () => JXL],
    ['JPEG XL with alpha', 'PNG', 32, 24, async () => JXL_WITH_ALPHA],
  ] as const) {
    it(`stores ${name} as ${stored}`, async () => {
      const image = await uploaded(upload(target, await make()));
      assert.deepEqual([image.format, image.width, image.height], [stored, width, height]);
      assert.equal(image.source_format, name.replace(' with alpha', '').replace('JPEG XL', 'JXL'));
      const { headers, bytes } = await download(image.links.direct);
      assert.equal(headers.get('content-type'), `image/${stored.toLowerCase()}`);
      assert.equal(headers.get('content-length'), String(image.size));
      const metadata = await sharp(bytes).metadata();
      assert.deepEqual([metadata.format, metadata.width, metadata.height], [stored.toLowerCase(), width, height]);
    });
  }

  it('reports the removed metadata and does not serve it', async () => {
    const { width, height } = imageFixture('camera');
    const sent = await imageFixture('camera').bytes();
    const image = await uploaded(upload(target, sent));
    for (const kind of ['gps', 'camera', 'timestamps', 'thumbnail']) {
      assert.ok(image.metadata_removed.includes(kind), `${image.metadata_removed}`);
    }
    assert.equal((await info(image.id)).metadata_removed, undefined, 'strangers do not learn it');
    const { bytes } = await download(image.links.direct);
    assert.ok(image.size < sent.length);
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual([metadata.exif, metadata.width, metadata.height], [undefined, width, height]);
  });

  it('returns the album, and expires_at exactly the hours of the expiry after uploaded_at', async () => {
    const image = await uploaded(
      upload(target, await imageFixture('gif').bytes(), { album: ' holiday/2026 ', expiry: '24' }),
    );
    assert.equal(image.album, 'holiday/2026');
    assert.equal(Date.parse(image.expires_at ?? '') - Date.parse(image.uploaded_at), 24 * 3_600_000);
  });

  for (const expiry of ['0', '', '00']) {
    it(`stores with expiry "${expiry}" permanently`, async () => {
      const image = await uploaded(upload(target, await imageFixture('gif').bytes(), { expiry, album: '  ' }));
      assert.deepEqual([image.expires_at, image.album], [null, null]);
    });
  }

  it('accepts the longest expiry and the longest album', async () => {
    const album = '\u{1f600}'.repeat(255);
    const image = await uploaded(upload(target, await imageFixture('gif').bytes(), { album, expiry: '87600' }));
    assert.equal(image.album, album);
    assert.equal(Date.parse(image.expires_at ?? '') - Date.parse(image.uploaded_at), 87_600 * 3_600_000);
  });
});

describe('the form of POST /api/v1/upload', () => {
  const file = async (disposition = 'name="file"; filename="a.gif"'): Promise<Part> => ({
    disposition,
    type: 'image/gif',
    content: await imageFixture('gif').bytes(),
  });
  const fields: Part[] = [
    { disposition: 'name="album"', content: 'before or after' },
    { disposition: 'name="expiry"', content: '3' },
  ];

  it('accepts fields before and after the file', async () => {
    for (const parts of [
      [...fields, await file()],
      [await file(), ...fields],
    ]) {
      const image = await uploaded(uploadParts(target, parts));
      assert.equal(image.album, 'before or after');
      assert.notEqual(image.expires_at, null);
    }
  });

  it('ignores unknown fields, unknown files and a text field named file', async () => {
    const image = await uploaded(
      uploadParts(target, [
        { disposition: 'name="file"', content: '{"metadata":"of a widget"}' },
        { disposition: 'name="relativePath"', content: 'null' },
        { disposition: 'name="other"; filename="b.txt"', type: 'text/plain', content: 'ignored' },
        await file(),
      ]),
    );
    assert.deepEqual([image.filename, image.format], ['a.gif', 'GIF']);
  });

  it('detects the type from the bytes, not from the file name or the part', async () => {
    const part = { ...(await file('name="file"; filename="a.exe"')), type: 'application/x-msdownload' };
    const image = await uploaded(uploadParts(target, [part]));
    assert.deepEqual([image.filename, image.format], ['a.exe', 'GIF']);
    assert.match(image.links.direct, /\.gif$/);
  });

  const long = `${'n'.repeat(300)}.gif`;
  for (const [given, shown] of [
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\temp\\cat.gif"', 'cat.gif'],
    ['filename="."', 'image.gif'],
    ['filename=".."', 'image.gif'],
    ['filename="a/"', 'image.gif'],
    ['filename=""', 'image.gif'],
    ['filename="a\u202egpj.exe"', 'agpj.exe'],
    ['filename="tab\there\u0001.gif"', 'tabhere.gif'],
    ['filename="<img src=x onerror=1>.gif"', '<img src=x onerror=1>.gif'],
    ['filename="e\u0301te\u0301.gif"', '\u00e9t\u00e9.gif'],
    ['filename="\u{1f600} \u65e5\u672c.gif"', '\u{1f600} \u65e5\u672c.gif'],
    [`filename="${long}"`, `${'n'.repeat(251)}.gif`],
    ["filename*=UTF-8''na%C3%AFve%20file.gif", 'na\u00efve file.gif'],
    // RFC 7578, section 4.2, forbids filename*: it counts only where filename is absent.
    ['filename="plain.gif"; filename*=UTF-8\'\'%E2%82%AC.gif', 'plain.gif'],
  ] as const) {
    it(`stores the file name ${JSON.stringify(given.slice(0, 60))} as ${JSON.stringify(shown.slice(0, 60))}`, async () => {
      const image = await uploaded(uploadParts(target, [await file(`name="file"; ${given}`)]));
      assert.equal(image.filename, shown);
      const { headers } = await download(image.links.direct);
      assert.match(headers.get('content-disposition') ?? '', /^inline; filename/);
    });
  }
});
