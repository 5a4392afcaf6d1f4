import { useState } from 'preact/hooks';
import type { ExportLink } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast, toastError } from '../../ui/toast.tsx';

/** Downloads all data of the account. */
export function ExportCard() {
  return (
    <Card title={t('account-export-title')} text={t('account-export-text')}>
      <div class="choices">
        <ExportButton path="/account/export" label={t('account-export-action')} />
      </div>
    </Card>
  );
}

interface ExportButtonProps {
  /** In the API; gives the address of the download. */
  path: string;
  label: string;
  small?: boolean;
}

export function ExportButton({ path, label, small = false }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { url, images, bytes } = await api.post<ExportLink>(path);
      const link = document.createElement('a');
      // This page may have been opened at another address of the same service.
      link.href = new URL(url).pathname;
      link.download = '';
      link.click();
      toast(t('common-export-started', { images, bytes }));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <Button kind="quiet" small={small} busy={busy} onClick={() => void start()}>
      {label}
    </Button>
  );
}
