// Runs in the page that is measured.

/** From the start of the navigation to the moment when every thumbnail in the window has been drawn. */
window.firstPageMs = function firstPageMs() {
  return new Promise((resolve) => {
    const look = () => {
      const seen = [...document.querySelectorAll('.tile img')].filter(
        (img) => img.getBoundingClientRect().top < innerHeight,
      );
      if (seen.length > 0 && seen.every((img) => img.complete && img.naturalWidth > 0)) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
};

/** Scrolls by a third of the window in each frame, and notes how far apart the frames are. */
window.scrollFar = function scrollFar(ms) {
  return new Promise((resolve) => {
    const gaps = [];
    let mostTiles = 0;
    const begun = performance.now();
    let before = begun;
    const step = (now) => {
      gaps.push(now - before);
      before = now;
      mostTiles = Math.max(mostTiles, document.querySelectorAll('.tile').length);
      if (now - begun > ms) {
        const last = [...document.querySelectorAll('.tile')].at(-1)?.getAttribute('aria-posinset');
        resolve({ gaps: gaps.slice(1), pixels: scrollY, loaded: Number(last), mostTiles });
        return;
      }
      scrollBy({ top: innerHeight / 3, behavior: 'instant' });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
};
