// Sends the requests of the forms of the API reference, and shows the answers.
const key = document.querySelector('#api-key');
const SHOWN_HEADERS = ['x-request-id', 'ratelimit', 'retry-after', 'idempotent-replayed', 'etag', 'link'];

key.form.addEventListener('submit', (event) => event.preventDefault());

for (const form of document.querySelectorAll('form.docs-try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

addEventListener('hashchange', openTarget);
openTarget();

/** Opens the endpoint that the address names. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

async function send(form) {
  const button = form.querySelector('button');
  const output = form.querySelector('.docs-answer');
  const request = requestOf(form);
  button.disabled = true;
  const startedMs = performance.now();
  try {
    // The reference acts as a program would: a session cookie of the site is not sent along.
    const response = await fetch(request.path, { ...request.init, credentials: 'omit' });
    const body = await bodyOf(response);
    show(output, request.curl, response, Math.round(performance.now() - startedMs), body);
  } catch (error) {
    output.replaceChildren(line('p', `The request failed: ${error.message}`));
    output.hidden = false;
  } finally {
    button.disabled = false;
  }
}

function requestOf(form) {
  const { method } = form.dataset;
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  const parts = [];
  let json;
  for (const field of form.querySelectorAll('[data-in]')) {
    const { name, value } = field;
    const place = field.dataset.in;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === 'json') json = value;
    else if (field.type === 'file') for (const file of field.files) parts.push([name, file]);
    else if (value !== '' && place === 'form') parts.push([name, value]);
    else if (value !== '' && place === 'query') query.set(name, value);
    else if (value !== '' && place === 'header') headers[name] = value;
  }
  if (query.size > 0) path += `?${query}`;
  if (key.value !== '') headers.Authorization = `Bearer ${key.value.trim()}`;
  const body = json ?? (parts.length > 0 ? formOf(parts) : undefined);
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  return { path, init: { method, headers, body }, curl: curlOf(method, path, headers, json, parts) };
}

function formOf(parts) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

/** The same request for a shell. The key is a variable, so that it does not end up in a copied text. */
function curlOf(method, path, headers, json, parts) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const shown = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $IMGD_CLIENT_KEY"' : `-H ${quote(`${name}: ${value}`)}`,
  );
  const forms = parts.map(
    ([name, value]) => `-F ${quote(value instanceof File ? `${name}=@${value.name}` : `${name}=${value}`)}`,
  );
  const data = json === undefined ? [] : [`-d ${quote(json)}`];
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...shown,
    ...forms,
    ...data,
    quote(location.origin + path),
  ].join(' ');
}

async function bodyOf(response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) return URL.createObjectURL(await response.blob());
  const text = await response.text();
  return type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function show(output, curl, response, ms, body) {
  const status = line('p', `${response.status} ${response.statusText} in ${ms} ms`);
  status.className = response.ok ? 'docs-ok' : 'docs-failed';
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const picture = /^blob:/.test(body)
    ? Object.assign(new Image(), { src: body, alt: 'The answer' })
    : pre('Body of the answer', body);
  const link = /"(?:direct|view_page)": "([^"]+)"/.exec(body)?.[1];
  const open =
    link === undefined
      ? []
      : [Object.assign(line('a', 'Open the image'), { href: link, target: '_blank', rel: 'noreferrer' })];
  output.replaceChildren(
    status,
    ...open,
    pre('Headers', headers.join('\n')),
    picture,
    pre('The same request with curl', curl),
  );
  output.hidden = false;
}

function line(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function pre(label, text) {
  const element = line('pre', text);
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', label);
  return element;
}
