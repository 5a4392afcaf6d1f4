import { t } from '../../../i18n/i18n.ts';
import { useAccount } from '../../../session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { saveFile } from '../save-file.ts';

/** Shows new recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const account = useAccount();
  return (
    <div class="stack" data-secret>
      <p>{t('two-step-recovery-keep')}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="choices">
        <CopyButton what={t('two-step-recovery-copy-all')} text={codes.join('\n')} />
        <Button
          kind="quiet"
          small
          onClick={() => saveFile(t('two-step-recovery-file-name'), 'text/plain', fileOf(codes, account?.email ?? ''))}
        >
          {t('two-step-recovery-download')}
        </Button>
      </div>
      <div class="choices end">
        <Button onClick={onDone}>{t('two-step-done')}</Button>
      </div>
    </div>
  );
}

/** Whoever finds the file years later knows which account it opens, and whether newer codes have replaced it. */
function fileOf(codes: readonly string[], email: string): string {
  const head = t('two-step-recovery-file-head', { email, host: location.host, created: new Date().toISOString() });
  return `${[head, '', ...codes].join('\n')}\n`;
}
