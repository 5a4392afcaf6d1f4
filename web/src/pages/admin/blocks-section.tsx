import { useState } from 'preact/hooks';
import type { BlockInfo } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { PagedRows } from './paged-rows.tsx';

/** Blocked pictures, which cannot be uploaded again. */
export function BlocksSection() {
  const [confirming, setConfirming] = useState<BlockInfo>();
  const [version, setVersion] = useState(0);
  return (
    <>
      <PagedRows<BlockInfo>
        path="/admin/blocks"
        member="blocks"
        empty={t('admin-blocks-empty')}
        version={version}
        row={(block) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={block.id}>
                {block.reason}
              </p>
              <p class="line-text">
                {[block.image_id, formatTime(block.created_at), block.created_by?.email].filter(Boolean).join(', ')}
              </p>
              <p class="line-text">
                <code>{block.sha256}</code>
              </p>
            </div>
            <Button kind="quiet" small aria-describedby={block.id} onClick={() => setConfirming(block)}>
              {t('admin-blocks-unblock')}
            </Button>
          </>
        )}
      />
      {confirming !== undefined && (
        <ConfirmDialog
          title={t('admin-blocks-unblock-title')}
          action={t('admin-blocks-unblock')}
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/blocks/${confirming.id}`);
            toast(t('admin-blocks-unblocked'));
            setConfirming(undefined);
            setVersion(version + 1);
          }}
        >
          <p>{confirming.reason}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
