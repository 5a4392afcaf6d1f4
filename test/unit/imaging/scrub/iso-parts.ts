/** A box of ISO/IEC 14496-12 with these parts. Numbers are bytes. */
export function box(type: string, ...parts: (Buffer | string | number)[]): Buffer {
  const body = parts.map((part) =>
    typeof part === 'number' ? Buffer.from([part]) : typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  );
  const whole = Buffer.concat([Buffer.alloc(8), ...body]);
  whole.writeUInt32BE(whole.length, 0);
  whole.write(type, 4, 'latin1');
  return whole;
}

/** A box whose payload starts with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...parts: (Buffer | string | number)[]): Buffer {
  return box(type, version, 0, 0, flags, ...parts);
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

export interface ItemPart {
  id: number;
  type: string;
  data: Buffer;
  /** Indices of its properties, from 1. */
  properties?: number[];
  refersTo?: [type: string, ...to: number[]];
  name?: string;
  contentType?: string;
}

export const FTYP = box('ftyp', 'avif', u32(0), 'avifmif1');
export const ISPE = fullBox('ispe', 0, 0, u32(48, 32));
export const ALPHA = fullBox('auxC', 0, 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0');
export const DEPTH = fullBox('auxC', 0, 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0');

/** A HEIF file of these items, with their data in `mdat`. Item 1 is the primary one. */
export function heif(items: ItemPart[], properties: Buffer[], { extra = [] as Buffer[], overlap = 0 } = {}): Buffer {
  const metaAt = (first: number): Buffer => {
    let at = first;
    const locations = items.map(({ id, data }, index) => {
      const start = index === 0 ? at : at - overlap;
      at = start + data.length;
      return Buffer.concat([u16(id, 0, 1), u32(start, data.length)]);
    });
    const entries = items.map(({ id, type, name = '', contentType }) =>
      fullBox('infe', 2, 0, u16(id, 0), type, `${name}\0`, contentType === undefined ? '' : `${contentType}\0`),
    );
    const references = items.flatMap(({ id, refersTo }) =>
      refersTo ? [box(refersTo[0], u16(id, refersTo.length - 1, ...(refersTo.slice(1) as number[])))] : [],
    );
    const associated = items.filter((item) => item.properties);
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), 'pict', Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(1)),
      fullBox('iloc', 0, 0, 0x44, 0, u16(items.length), ...locations),
      fullBox('iinf', 0, 0, u16(items.length), ...entries),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          0,
          0,
          u32(associated.length),
          ...associated.map((item) => Buffer.from([0, item.id, item.properties!.length, ...item.properties!])),
        ),
      ),
      ...extra,
    );
  };
  const first = FTYP.length + metaAt(0).length + 8;
  return Buffer.concat([FTYP, metaAt(first), box('mdat', ...items.map(({ data }) => data))]);
}
