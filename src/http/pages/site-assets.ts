import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PROGRAM_FILES } from '../../lib/program-files.ts';

/** A static file of the site, kept in memory. */
export interface SiteAsset {
  type: string;
  body: Buffer;
  /** Of its bytes; part of its public name, so that a copy can be kept for ever. */
  hash: string;
}

const STYLE_PARTS = ['base', 'shell', 'view', 'owner', 'album', 'notice', 'report', 'landing', 'errors'];
const SVG = 'image/svg+xml';

const SITE_ASSETS = {
  'site.css': asset('text/css; charset=utf-8', ...STYLE_PARTS.map((part) => `${part}.css`)),
  'copy.js': asset('text/javascript; charset=utf-8', 'copy.js'),
  'owner.js': asset('text/javascript; charset=utf-8', 'owner.js'),
  'theme.js': asset('text/javascript; charset=utf-8', 'theme.js'),
  'mark.svg': asset(SVG, 'mark.svg'),
  'hero.svg': asset(SVG, 'hero.svg'),
} satisfies Record<string, SiteAsset>;

export type AssetName = keyof typeof SITE_ASSETS;

/** Where a page finds a static file: `{image_host}/assets/<name>.<hash>.<extension>`. */
export function assetUrl(imageHost: string, name: AssetName): string {
  const [stem, extension] = name.split('.');
  return `${imageHost}/assets/${stem}.${SITE_ASSETS[name].hash}.${extension}`;
}

export function siteAsset(name: AssetName): SiteAsset {
  return SITE_ASSETS[name];
}

/**
 * The static file behind a public name. A name with another hash, from a page that another version of the service made,
 * gets the file as it is now: `isCurrent` is false then.
 */
export function findAsset(file: string): { asset: SiteAsset; isCurrent: boolean } | undefined {
  const [, stem, hash, extension] = /^([a-z]+)\.([0-9a-f]{16})\.([a-z]+)$/.exec(file) ?? [];
  const name = `${stem}.${extension}`;
  if (!Object.hasOwn(SITE_ASSETS, name)) return undefined;
  const asset = SITE_ASSETS[name as AssetName];
  return { asset, isCurrent: asset.hash === hash };
}

function asset(type: string, ...files: string[]): SiteAsset {
  const body = Buffer.concat(files.map((file) => readFileSync(new URL(file, PROGRAM_FILES.assets))));
  return { type, body, hash: createHash('sha256').update(body).digest('hex').slice(0, 16) };
}
