import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES } from '../../../../src/core/languages.ts';
import { LINK_NAMES, THEMES } from '../../../../src/core/preferences.ts';
import { EXPIRY_HOURS } from '../../expiry-hours.ts';
import { t } from '../../i18n/i18n.ts';
import { chooseLanguage, chosenLanguage } from '../../i18n/language.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { changePreferences, usePreferences } from '../../shell/preferences.ts';
import { Card } from '../../ui/card.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

/** Preferences of the application. Each is saved when it changes. */
export function PreferencesCard() {
  const chosen = usePreferences();
  const [album, setAlbum] = useState(chosen.album ?? '');
  useEffect(() => setAlbum(chosen.album ?? ''), [chosen.album]);
  const save = async (changes: Parameters<typeof changePreferences>[0]) => {
    await changePreferences(changes);
    toast(t('common-saved'));
  };
  return (
    <>
      <Card title={t('account-preferences-uploads')} text={t('account-preferences-text')}>
        <div class="stack">
          <SelectField
            label={t('account-preferences-link')}
            value={chosen.link_format ?? 'direct'}
            onChange={({ currentTarget: { value } }) =>
              void save({ link_format: LINK_NAMES.find((name) => name === value) ?? null })
            }
          >
            {LINK_FORMATS.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <CheckField
            label={t('account-preferences-copy')}
            hint={t('account-preferences-copy-hint')}
            checked={chosen.copy_after_upload ?? false}
            onChange={({ currentTarget }) => void save({ copy_after_upload: currentTarget.checked })}
          />
          <TextField
            label={t('account-preferences-album')}
            hint={t('account-preferences-album-hint')}
            maxLength={255}
            autocomplete="off"
            value={album}
            onInput={({ currentTarget }) => setAlbum(currentTarget.value)}
            onChange={() => void save({ album: album.trim() === '' ? null : album.trim() })}
          />
          <SelectField
            label={t('account-preferences-expiry')}
            value={String(chosen.expiry ?? 0)}
            onChange={({ currentTarget }) => void save({ expiry: Number(currentTarget.value) })}
          >
            {EXPIRY_HOURS.map((hours) => (
              <option key={hours} value={String(hours)}>
                {t(`upload-expiry-${hours}`)}
              </option>
            ))}
          </SelectField>
        </div>
      </Card>
      <Card title={t('account-preferences-look')}>
        <div class="stack">
          <SelectField
            label={t('common-language')}
            value={chosenLanguage() ?? ''}
            onChange={async ({ currentTarget: { value } }) => {
              await changePreferences({ language: value === '' ? null : value });
              chooseLanguage(value || undefined);
            }}
          >
            <option value="">{t('common-language-browser')}</option>
            {LANGUAGES.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('common-theme-label')}
            value={chosen.theme ?? 'system'}
            onChange={({ currentTarget: { value } }) =>
              void save({ theme: THEMES.find((theme) => theme === value) ?? null })
            }
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {t(`common-theme-${theme}`)}
              </option>
            ))}
          </SelectField>
        </div>
      </Card>
    </>
  );
}
