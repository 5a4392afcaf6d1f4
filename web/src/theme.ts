import { createStore } from './store.ts';

/** How the pages look: as the system does, or always the same. */
export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const KEY = 'imgd.theme';

export const theme = createStore<Theme>(readTheme());

/** Shows the pages in the theme that was chosen, now and on later visits. */
export function chooseTheme(chosen: Theme): void {
  theme.set(chosen);
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme();
}

/** Puts the theme where the style sheet looks for it. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  const chosen = theme.get();
  if (chosen === 'system') delete dataset.theme;
  else dataset.theme = chosen;
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((one) => one === kept) ?? 'system';
  } catch {
    return 'system';
  }
}
