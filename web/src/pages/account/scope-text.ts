import { t } from '../../i18n/i18n.ts';

/** What a scope of an API key permits: `images:write` is the text `account-keys-scope-images-write`. */
export function scopeText(scope: string): string {
  return t(`account-keys-scope-${scope === '*' ? 'all' : scope.replace(':', '-')}`);
}
