// Adds a copy button to each element with data-copy, and announces each copy, to screen readers too.
const SHOWN_MS = 2_000;
const status = document.querySelector('[data-copy-status]');
let hiding;

for (const source of document.querySelectorAll('[data-copy]')) {
  const { copy: name } = source.dataset;
  const button = document.createElement('button');
  const hint = document.createElement('span');
  button.type = 'button';
  button.className = 'copy';
  hint.className = 'visually-hidden';
  hint.textContent = ` ${name}`;
  button.append('Copy', hint);
  button.addEventListener('click', async () => {
    const copied = await copy(source);
    say(copied ? `${name} copied` : 'Press Ctrl+C or ⌘C to copy');
    if (copied) mark(button);
  });
  (source.closest('pre') ?? source).after(button);
  // A click selects the whole text, unless the user is selecting a part of it.
  source.addEventListener('click', () => {
    if (getSelection().isCollapsed || source.selectionStart === source.selectionEnd) select(source);
  });
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

function mark(button) {
  const [word] = button.childNodes;
  word.textContent = 'Copied';
  button.classList.add('done');
  setTimeout(() => {
    word.textContent = 'Copy';
    button.classList.remove('done');
  }, SHOWN_MS);
}
