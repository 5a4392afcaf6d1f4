// Runs in the measured page.

/** Time from the start of the navigation until every thumbnail in the window has been drawn. */
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

/** Time from the start of the navigation to the first frame after the load event. */
window.loadedMs = function loadedMs() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.readyState === 'complete') resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
};

/** Scrolls down at a constant speed; records the time between frames, and long tasks. */
window.scrollDown = function scrollDown(ms, pixelsPerSecond) {
  return new Promise((resolve) => {
    const gaps = [];
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
    observer.observe({ type: 'longtask' });
    let mostTiles = 0;
    const [begun, from] = [performance.now(), scrollY];
    let before = begun;
    const step = (now) => {
      gaps.push(now - before);
      before = now;
      const tiles = document.querySelectorAll('.tile');
      mostTiles = Math.max(mostTiles, tiles.length);
      if (now - begun > ms) {
        observer.disconnect();
        const last = Number([...tiles].at(-1)?.getAttribute('aria-posinset') ?? 0);
        resolve({ gaps: gaps.slice(1), tasks, pixels: scrollY - from, last, mostTiles });
        return;
      }
      const way = ((now - begun) * pixelsPerSecond) / 1_000;
      // The page may not be long enough yet: continue from its current end.
      scrollTo({ top: Math.min(from + way, document.documentElement.scrollHeight - innerHeight), behavior: 'instant' });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
};
