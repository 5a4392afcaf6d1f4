// Adds the owner's controls. The page itself is the same for everyone, so that caches can keep it. Only browsers that
// have signed in before send a request for the account.
const panel = document.querySelector('.panel');
const API = '/api/v1';
const id = location.pathname.split('/').pop();
const path = `${API}/image/${encodeURIComponent(id)}`;
const EXPIRIES = [
  ['', 'As it is'],
  ['0', 'Never'],
  ['1', 'In 1 hour'],
  ['24', 'In 1 day'],
  ['168', 'In 1 week'],
  ['720', 'In 30 days'],
];
let csrfToken;

if (isSignedIn() && panel !== null) void begin();

function isSignedIn() {
  try {
    return localStorage.getItem('imgd.signed-in') === '1';
  } catch {
    return false;
  }
}

async function begin() {
  try {
    const image = await ask('GET', path);
    if (image.owned !== true) return;
    csrfToken = (await ask('GET', `${API}/account`)).csrf_token;
    panel.append(ownerSection(image));
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

function ownerSection(image) {
  const name = make('input', { type: 'text', value: image.filename, maxLength: 255, required: true });
  const album = make('input', { type: 'text', value: image.album?.name ?? '', maxLength: 255, autocomplete: 'off' });
  const expiry = make('select', {});
  expiry.append(...EXPIRIES.map(([value, text]) => make('option', { value, textContent: text })));
  const save = make('button', { type: 'submit', className: 'button', textContent: 'Save' });
  const remove = make('button', { type: 'button', className: 'button quiet', textContent: 'Delete image' });
  const said = make('p', { className: 'owner-said' });
  said.setAttribute('role', 'status');
  const form = make('form', { className: 'owner-form' });
  const buttons = make('p', { className: 'choices' });
  buttons.append(save, remove);
  form.append(field('File name', name), field('Album', album), field('Delete', expiry), said, buttons);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    save.disabled = true;
    try {
      const change = { filename: name.value, album: album.value.trim() === '' ? null : album.value };
      if (expiry.value !== '') change.expiry = Number(expiry.value);
      show(await ask('PATCH', path, change));
      expiry.value = '';
      said.textContent = 'Saved';
    } catch (error) {
      said.textContent = error.message;
    }
    save.disabled = false;
  });
  remove.addEventListener('click', () => confirmDelete(image.filename));

  const section = make('section', { className: 'owner' });
  section.setAttribute('aria-labelledby', 'owner-heading');
  section.append(make('h2', { id: 'owner-heading', textContent: 'Your image' }), form);
  return section;
}

/** Updates the page, whose new version caches serve only later. */
function show(image) {
  document.querySelector('.panel-head bdi').textContent = image.filename;
  document.title = `${image.filename} · imgd`;
  const expires = [...document.querySelectorAll('.facts dt')].find((term) => term.textContent === 'Expires');
  if (expires === undefined) return;
  const { expires_at: at } = image;
  expires.nextElementSibling.textContent = at === null ? 'Never' : new Date(at).toLocaleString();
}

function confirmDelete(filename) {
  const dialog = make('dialog', { className: 'owner-dialog' });
  dialog.setAttribute('aria-labelledby', 'owner-dialog-heading');
  const text = make('p', { textContent: `“${filename}” is deleted for good, and its links stop working.` });
  const cancel = make('button', { type: 'button', className: 'button quiet', textContent: 'Cancel' });
  const confirm = make('button', { type: 'button', className: 'button danger', textContent: 'Delete for good' });
  const buttons = make('p', { className: 'choices' });
  buttons.append(cancel, confirm);
  dialog.append(make('h2', { id: 'owner-dialog-heading', textContent: 'Delete this image?' }), text, buttons);
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  confirm.addEventListener('click', async () => {
    confirm.disabled = true;
    try {
      await ask('DELETE', path);
      location.assign('/library');
    } catch (error) {
      text.textContent = error.message;
      confirm.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function field(text, control) {
  control.id = `owner-${text.toLowerCase().replace(' ', '-')}`;
  const label = make('label', { htmlFor: control.id, textContent: text });
  const box = make('div', { className: 'field' });
  box.append(label, control);
  return box;
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
