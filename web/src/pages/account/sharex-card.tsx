import { useState } from 'preact/hooks';
import type { IssuedKey } from '../../../../src/api/keys.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast, toastError } from '../../ui/toast.tsx';

const words = account.sharex;
const PATH = '/sharex.sxcu';

/** Downloads a ShareX configuration with a new API key. The server provides the rest of the configuration. */
export function ShareXCard() {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const plain = (await (await fetch(PATH)).json()) as Record<string, unknown>;
      const scopes = ['images:write'];
      const { key } = await api.post<IssuedKey>('/keys', { name: words.keyName, scopes });
      save({ ...plain, Headers: { Authorization: `Bearer ${key}` } });
      toast(words.done);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <Card title={words.title} text={words.text}>
      <div class="choices">
        <Button kind="quiet" busy={busy} onClick={() => void download()}>
          {words.action}
        </Button>
        <a class="button plain" href={PATH} download="imgd.sxcu">
          {words.anonymous}
        </a>
      </div>
    </Card>
  );
}

function save(config: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(config, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'imgd.sxcu';
  link.click();
  URL.revokeObjectURL(url);
}
