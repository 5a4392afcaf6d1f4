// On every page: dates in the visitor's locale and zone. Adds a copy button to each element with data-copy, and offers
// one button for the links of an image. Each copy is announced, to screen readers too.
const SHOWN_MS = 2_000;
const FORMAT_KEY = 'imgd.link-format';
const status = document.querySelector('[data-copy-status]');
let hiding;

showLocalTimes();
for (const source of document.querySelectorAll('[data-copy]')) addButton(source);
for (const section of document.querySelectorAll('.links')) offerOneLink(section);

function showLocalTimes() {
  const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

function addButton(source) {
  const { copy: name, button: word, done, copied, failed } = source.dataset;
  const button = document.createElement('button');
  const hint = document.createElement('span');
  button.type = 'button';
  button.className = 'copy';
  hint.className = 'visually-hidden';
  hint.textContent = ` ${name}`;
  button.append(word, hint);
  button.addEventListener('click', () => copyFrom(source, button, { done, copied, failed }));
  (source.closest('pre') ?? source).after(button);
  selectOnClick(source);
}

/** Shows the field of the chosen kind of link, which is remembered, and copies it. */
function offerOneLink(section) {
  const choice = section.querySelector('select');
  const button = section.querySelector('.copy-link');
  const fields = [...section.querySelectorAll('.link')];
  const show = (kind) => {
    for (const field of fields) field.toggleAttribute('data-chosen', field.id === `field-${kind}`);
    // The end of a link tells more than its beginning.
    const input = section.querySelector('.link[data-chosen] input');
    if (/^https?:/.test(input.value)) input.scrollLeft = input.scrollWidth;
  };
  const remembered = read();
  if ([...choice.options].some(({ value }) => value === remembered)) choice.value = remembered;
  show(choice.value);
  choice.addEventListener('change', () => {
    show(choice.value);
    write(choice.value);
  });
  button.addEventListener('click', () => {
    const source = section.querySelector('.link[data-chosen] input');
    const { copied } = source.dataset;
    copyFrom(source, button, { done: button.dataset.copied, copied, failed: section.dataset.copyFailed });
  });
  for (const field of fields) selectOnClick(field.querySelector('input'));
}

function read() {
  try {
    return localStorage.getItem(FORMAT_KEY);
  } catch {
    return null;
  }
}

function write(format) {
  try {
    localStorage.setItem(FORMAT_KEY, format);
  } catch {
    // Without storage the next page begins with the direct link.
  }
}

/** A click selects the whole text, unless the user is selecting a part of it. */
function selectOnClick(source) {
  source.addEventListener('click', () => {
    if (getSelection().isCollapsed || source.selectionStart === source.selectionEnd) select(source);
  });
}

async function copyFrom(source, button, { done, copied, failed }) {
  const isCopied = await copy(source);
  say(isCopied ? copied : failed);
  if (isCopied) mark(button, done);
}

async function copy(source) {
  const text = source.value ?? source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https or permission there is no clipboard API; the selection can still be copied.
    select(source);
    return document.execCommand('copy');
  }
}

function select(source) {
  if (source instanceof HTMLInputElement) source.select();
  else getSelection().selectAllChildren(source);
}

function say(text) {
  clearTimeout(hiding);
  status.textContent = text;
  hiding = setTimeout(() => {
    status.textContent = '';
  }, SHOWN_MS);
}

function mark(button, done) {
  if (button.classList.contains('done')) return;
  const [word] = button.childNodes;
  const before = word.textContent;
  word.textContent = done;
  button.classList.add('done');
  setTimeout(() => {
    word.textContent = before;
    button.classList.remove('done');
  }, SHOWN_MS);
}
