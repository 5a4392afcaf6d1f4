import { type Html, html } from './html.ts';
import type { Texts } from './texts.ts';

const EXPIRIES = [
  ['', 'keep'],
  ['0', 'never'],
  ['1', 'hour'],
  ['24', 'day'],
  ['168', 'week'],
  ['720', 'month'],
] as const;

const REMOVED = [
  'gps',
  'camera',
  'timestamps',
  'software',
  'author',
  'maker_notes',
  'thumbnail',
  'xmp',
  'iptc',
  'comment',
  'text',
  'secondary_images',
  'trailing_data',
  'other',
] as const;

/**
 * The owner's part of a view page, inert until `owner.js` shows it to the owner: the page itself is the same for
 * everyone, so that caches can keep it.
 */
export function ownerTemplate({ t }: Texts): Html {
  const removed = REMOVED.map((kind) => html` data-${kind.replace('_', '-')}="${t(`pages-removed-${kind}`)}"`);
  return html`<template id="owner-template"><section class="owner" id="owner" aria-labelledby="owner-heading">
<h2 id="owner-heading">${t('pages-owner-heading')}</h2>
<p class="hint owner-removed" data-text="${t('pages-owner-removed', { kinds: '|' })}"${removed} hidden></p>
<form class="owner-form" data-saved="${t('pages-owner-saved')}" data-failed="${t('pages-owner-failed')}" data-name-missing="${t('pages-owner-name-missing')}" data-never="${t('pages-fact-never')}" novalidate>
<div class="field"><label for="owner-name">${t('pages-owner-name')}</label><div class="field-row owner-name" dir="ltr"><input id="owner-name" type="text" dir="auto" maxlength="240" required autocomplete="off" aria-describedby="owner-extension"><span id="owner-extension"></span></div></div>
<div class="field"><label for="owner-album">${t('pages-owner-album')}</label><select id="owner-album"><option value="">${t('pages-owner-album-none')}</option></select></div>
<div class="field"><label for="owner-expiry">${t('pages-owner-expiry')}</label><select id="owner-expiry">${EXPIRIES.map(([hours, name]) => html`<option value="${hours}">${t(`pages-owner-expiry-${name}`)}</option>`)}</select></div>
<p class="owner-said" role="status"></p>
<p class="choices"><button class="button" type="submit">${t('pages-owner-save')}</button><button class="button quiet" type="button" data-owner-delete>${t('pages-owner-delete')}</button></p>
</form>
<dialog class="owner-dialog" aria-labelledby="owner-dialog-heading"><h2 id="owner-dialog-heading">${t('pages-owner-delete-heading')}</h2>
<p class="notice-name"></p>
<p data-owner-text>${t('pages-owner-delete-text')}</p>
<form class="choices" method="dialog"><button class="button quiet" value="cancel">${t('pages-owner-delete-cancel')}</button><button class="button danger" type="button" data-owner-confirm>${t('pages-owner-delete-confirm')}</button></form></dialog>
</section></template>`;
}
