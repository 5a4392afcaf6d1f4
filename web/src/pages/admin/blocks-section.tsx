import { useState } from 'preact/hooks';
import type { BlockInfo } from '../../../../src/api/moderation.ts';
import { api } from '../../api/api.ts';
import { humanTime } from '../../human.ts';
import { admin } from '../../texts/admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { PagedRows } from './paged-rows.tsx';

const words = admin.blocks;

/** Blocked pictures, which cannot be uploaded again. */
export function BlocksSection() {
  const [confirming, setConfirming] = useState<BlockInfo>();
  const [version, setVersion] = useState(0);
  return (
    <>
      <PagedRows<BlockInfo>
        path="/admin/blocks"
        member="blocks"
        version={version}
        row={(block) => (
          <>
            <div class="admin-what">
              <p class="line-name" id={block.id}>
                {block.reason}
              </p>
              <p class="line-text">
                {[block.image_id, humanTime(block.created_at), block.created_by?.email].filter(Boolean).join(', ')}
              </p>
              <p class="line-text">
                <code>{block.sha256}</code>
              </p>
            </div>
            <Button kind="quiet" small aria-describedby={block.id} onClick={() => setConfirming(block)}>
              {words.unblock}
            </Button>
          </>
        )}
      />
      {confirming !== undefined && (
        <ConfirmDialog
          title={words.unblockTitle}
          action={words.unblock}
          onClose={() => setConfirming(undefined)}
          onConfirm={async () => {
            await api.delete(`/admin/blocks/${confirming.id}`);
            toast(words.unblocked);
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
