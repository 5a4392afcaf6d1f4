// The service worker of the web application. The server prepends `const BUILD = …`: null where the worker is switched
// off; otherwise the version, the paths of the files to keep, and the path of the page for people without a connection.
//
// It keeps only files whose names contain a hash of their content, and the offline page. Documents, API responses and
// images always come from the network: no visitor sees an old application or what belongs to somebody else.

/* global BUILD */
const KEPT = 'shell-';
const SHARED = 'shared-files';
const MAX_SHARED_FILES = 100;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
if (BUILD !== null) self.addEventListener('fetch', handle);

async function install() {
  if (BUILD !== null) {
    const cache = await caches.open(KEPT + BUILD.version);
    await cache.addAll([...BUILD.files, new Request(BUILD.offline, { cache: 'reload' })]);
  }
  // Nothing depends on the version before: pages come from the network, and file names from the pages.
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(KEPT) && name !== KEPT + BUILD?.version);
  await Promise.all(old.map((name) => caches.delete(name)));
  if (BUILD === null) return self.registration.unregister();
  // The browser requests a page while it starts the worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

function handle(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/share-target') event.respondWith(receiveShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(event));
  else if (BUILD.files.includes(pathname)) event.respondWith(keptFile(request));
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match(BUILD.offline, { cacheName: KEPT + BUILD.version });
    if (offline === undefined) throw error;
    return offline;
  }
}

async function keptFile(request) {
  return (await caches.match(request.url, { cacheName: KEPT + BUILD.version })) ?? fetch(request);
}

/** Keeps the files that another application shares until the upload page takes them. */
async function receiveShared(request) {
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((one) => one instanceof File && one.size > 0);
    const cache = await caches.open(SHARED);
    const at = Date.now();
    for (const [index, file] of files.slice(0, MAX_SHARED_FILES).entries()) {
      const path = `/shared/${at}/${index}?name=${encodeURIComponent(file.name)}`;
      await cache.put(path, new Response(file, { headers: { 'content-type': file.type } }));
    }
    return Response.redirect('/?shared=1', 303);
  } catch {
    return Response.redirect('/?shared=failed', 303);
  }
}
