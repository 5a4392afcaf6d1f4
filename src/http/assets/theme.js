// Before anything is drawn: the appearance that was chosen in the application.
try {
  const theme = localStorage.getItem('imgd.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
