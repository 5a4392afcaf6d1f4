import { LANGUAGES } from '../../../src/core/languages.ts';
import { THEMES } from '../../../src/core/preferences.ts';
import { t } from '../i18n/i18n.ts';
import { chooseLanguage, chosenLanguage } from '../i18n/language.ts';
import { useStore } from '../store.ts';
import { chooseTheme, theme } from '../theme.ts';
import { changePreferences } from './preferences.ts';

export function SiteFooter() {
  const chosen = useStore(theme);
  return (
    <footer class="site-footer">
      <p>{t('common-footer-unlisted')}</p>
      <p class="footer-links">
        <a href="/about">{t('common-footer-about')}</a>
        <a href="/docs">{t('common-footer-api')}</a>
      </p>
      {LANGUAGES.length > 1 && <LanguagePicker />}
      <fieldset class="theme-switch">
        <legend class="visually-hidden">{t('common-theme-label')}</legend>
        {THEMES.map((one) => (
          <label key={one}>
            <input type="radio" name="theme" checked={one === chosen} onChange={() => chooseTheme(one)} />
            <span>{t(`common-theme-${one}`)}</span>
          </label>
        ))}
      </fieldset>
    </footer>
  );
}

/** The account keeps the choice, before the page loads again in the new language. */
async function choose(code: string): Promise<void> {
  await changePreferences({ language: code || null });
  chooseLanguage(code || undefined);
}

/** The languages by their own names, as a visitor who cannot read the current one needs them. */
function LanguagePicker() {
  return (
    <select
      class="language-picker"
      aria-label={t('common-language')}
      value={chosenLanguage() ?? ''}
      onChange={({ currentTarget: { value } }) => void choose(value)}
    >
      <option value="">{t('common-language-browser')}</option>
      {LANGUAGES.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
