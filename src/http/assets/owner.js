// Shows the owner's part of the page. The page itself is the same for everyone, so that caches can keep it. Only browsers
// that have signed in before send a request for the account.
const place = document.querySelector('[data-owner-place]');
const API = '/api/v1';
const id = location.pathname.split('/').pop();
const path = `${API}/image/${encodeURIComponent(id)}`;
/** Extensions that fit the same bytes. */
const ALIASES = { jpg: ['jpg', 'jpeg', 'jpe', 'jfif'], png: ['png', 'apng'] };
const NEW_ALBUMS = 100;
let csrfToken;

if ('signedIn' in document.documentElement.dataset) offerModeration();
if ('signedIn' in document.documentElement.dataset && place !== null) void begin();

/** A link for administrators, as the web application has noted. The service decides who may do what. */
function offerModeration() {
  const line = document.querySelector('[data-moderate]');
  if (line === null || localStorage.getItem('imgd.admin') !== '1') return;
  const link = document.createElement('a');
  link.href = `/admin/images/${encodeURIComponent(id)}`;
  link.textContent = line.dataset.moderate;
  line.append(' · ', link);
}

async function begin() {
  try {
    const image = await ask('GET', path);
    if (image.owned !== true) return;
    csrfToken = (await ask('GET', `${API}/account`)).csrf_token;
    place.append(document.querySelector('#owner-template').content.cloneNode(true));
    showForm(image);
  } catch {
    // The session has ended: the page stays as it is.
  }
}

async function ask(method, url, body) {
  const headers = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (csrfToken !== undefined) headers['x-csrf-token'] = csrfToken;
  const init = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await (await fetch(url, init)).json();
  if (answer.success !== true) throw new Error(answer.error.message);
  return answer.data;
}

function showForm(image) {
  const form = place.querySelector('.owner-form');
  const said = place.querySelector('.owner-said');
  const [name, album, expiry] = ['name', 'album', 'expiry'].map((one) => place.querySelector(`#owner-${one}`));
  const save = form.querySelector('[type="submit"]');
  const fill = (current) => {
    const { stem, extension } = splitName(current);
    name.value = stem;
    place.querySelector('#owner-extension').textContent = extension;
    expiry.value = '';
  };
  fill(image);
  showRemoved(image.metadata_removed ?? []);
  void offerAlbums(album, image.album);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const isNamed = name.value.trim() !== '';
    name.setAttribute('aria-invalid', String(!isNamed));
    if (!isNamed) {
      said.textContent = form.dataset.nameMissing;
      name.focus();
      return;
    }
    save.disabled = true;
    try {
      const extension = place.querySelector('#owner-extension').textContent;
      const change = { filename: name.value.trim() + extension };
      const chosen = album.selectedOptions[0];
      if (chosen.value !== (image.album?.id ?? '')) change.album = chosen.value === '' ? null : chosen.textContent;
      if (expiry.value !== '') change.expiry = Number(expiry.value);
      image = await ask('PATCH', path, change);
      fill(image);
      show(image, form.dataset.never);
      said.textContent = form.dataset.saved;
    } catch (error) {
      said.textContent = error instanceof TypeError ? form.dataset.failed : error.message;
    }
    save.disabled = false;
  });
  const dialog = place.querySelector('.owner-dialog');
  form.querySelector('[data-owner-delete]').addEventListener('click', () => {
    dialog.querySelector('.notice-name').textContent = image.filename;
    dialog.showModal();
  });
  dialog.querySelector('[data-owner-confirm]').addEventListener('click', ({ currentTarget }) => remove(currentTarget));
}

async function remove(button) {
  button.disabled = true;
  try {
    await ask('DELETE', path);
    location.assign('/library');
  } catch (error) {
    place.querySelector('[data-owner-text]').textContent = error.message;
    button.disabled = false;
  }
}

/** The name without its extension, which follows the format and cannot be changed. */
function splitName({ filename, extension }) {
  const dot = filename.lastIndexOf('.');
  const own = filename.slice(dot + 1).toLowerCase();
  const fits = dot > 0 && (ALIASES[extension] ?? [extension]).includes(own);
  return fits
    ? { stem: filename.slice(0, dot), extension: filename.slice(dot) }
    : { stem: filename, extension: `.${extension}` };
}

function showRemoved(kinds) {
  const line = place.querySelector('.owner-removed');
  if (kinds.length === 0) return;
  const words = kinds.map((kind) => line.getAttribute(`data-${kind.replaceAll('_', '-')}`) ?? kind);
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(words);
  line.textContent = line.dataset.text.replace('|', list);
  line.hidden = false;
}

/** The current album is always among the options, also where the account has more albums than one request lists. */
async function offerAlbums(select, current) {
  const options = new Map(current ? [[current.id, current.name]] : []);
  const add = () => {
    const chosen = current?.id ?? '';
    select.replaceChildren(select.options[0], ...[...options].map(([value, text]) => new Option(text, value)));
    select.value = chosen;
  };
  add();
  const { albums } = await ask('GET', `${API}/albums?limit=${NEW_ALBUMS}`);
  for (const { id: value, name } of albums) options.set(value, name);
  add();
}

/** Updates the page. */
function show({ filename, expires_at: at }, never) {
  const dot = /\.[0-9A-Za-z]{1,8}$/.exec(filename)?.index ?? filename.length;
  const stem = document.createElement('span');
  stem.dir = 'auto';
  stem.textContent = filename.slice(0, dot);
  document.querySelector('.panel-head bdi').replaceChildren(stem, filename.slice(dot));
  document.title = `${filename} · imgd`;
  const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: 'medium', timeStyle: 'short' });
  const expires = document.querySelector('[data-fact="expires"]');
  expires.textContent = at === null ? never : format.format(new Date(at));
}
