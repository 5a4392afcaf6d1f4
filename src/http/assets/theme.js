// Runs before the first paint: the theme chosen in the web application, and whether this browser has signed in.
const root = document.documentElement;
root.dataset.script = '';
try {
  const theme = localStorage.getItem('imgd.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (localStorage.getItem('imgd.signed-in') === '1') root.dataset.signedIn = '';
} catch {
  // Without storage the page follows the system setting.
}

// What a page of the application asks for first. The application takes the answers over when its code has loaded.
const early = document.currentScript?.dataset.early;
if (early !== undefined && root.dataset.signedIn !== undefined && location.search === '') {
  globalThis.imgdEarly = new Map();
  for (const url of early.split(' ')) {
    const answer = fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' });
    answer.catch(() => undefined);
    globalThis.imgdEarly.set(url, answer);
  }
}
