// Applies the theme chosen in the web application before the first paint.
try {
  const theme = localStorage.getItem('imgd.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system setting.
}
