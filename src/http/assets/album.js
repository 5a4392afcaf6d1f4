// A sharper version of a picture may be refused, for example when too many are made at once: its thumbnail is shown then.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.srcset !== '') target.removeAttribute('srcset');
  },
  true,
);

// Pictures that failed before this script ran.
for (const picture of document.querySelectorAll('img[srcset]')) {
  if (picture.complete && picture.naturalWidth === 0) picture.removeAttribute('srcset');
}
