import { THEMES, type Theme } from '../../src/core/preferences.ts';
import { createStore } from './store.ts';

const KEY = 'imgd.theme';

export const theme = createStore<Theme>(readTheme());

/** Applies a theme and stores it for later visits. */
export function chooseTheme(chosen: Theme): void {
  theme.set(chosen);
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without local storage, the choice lasts until the page is closed.
  }
  applyTheme();
}

/** Sets the theme attribute that the style sheets select by. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  const chosen = theme.get();
  if (chosen === 'system') delete dataset.theme;
  else dataset.theme = chosen;
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}
