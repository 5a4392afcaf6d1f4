import { useStore } from '../store.ts';
import { common } from '../texts/common.ts';
import { chooseTheme, THEMES, theme } from '../theme.ts';

export function SiteFooter() {
  const chosen = useStore(theme);
  return (
    <footer class="site-footer">
      <p>{common.footer.unlisted}</p>
      <p class="footer-links">
        <a href="/about">{common.footer.about}</a>
        <a href="/docs">{common.footer.api}</a>
        <a href="/errors">{common.footer.errors}</a>
      </p>
      <fieldset class="theme-switch">
        <legend class="visually-hidden">{common.theme.label}</legend>
        {THEMES.map((one) => (
          <label key={one}>
            <input type="radio" name="theme" checked={one === chosen} onChange={() => chooseTheme(one)} />
            <span>{common.theme[one]}</span>
          </label>
        ))}
      </fieldset>
    </footer>
  );
}
