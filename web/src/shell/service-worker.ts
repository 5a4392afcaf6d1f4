/**
 * Installs the service worker, which shows a page to people without a connection and receives shared files. Where the
 * server has switched it off, removes it from this browser.
 */
export async function manageServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if ('worker' in document.documentElement.dataset) {
    await navigator.serviceWorker.register('/sw.js');
    return;
  }
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}
