import { useState } from 'preact/hooks';
import type { KeyInfo } from '../../../../../src/api/keys.ts';
import { CLIENT_FILES } from '../../../../../src/core/client-files.ts';
import { explain } from '../../../error-message.ts';
import { t } from '../../../i18n/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { saveFile } from '../save-file.ts';
import { findClientKey, newClientKey } from './client-key.ts';
import { IosDialog } from './ios-dialog.tsx';

type Client = keyof typeof CLIENT_FILES;

const CLIENTS: readonly (Client | 'ios')[] = ['sharex', 'flameshot', 'spectacle', 'macos', 'ios', 'shell'];

const nameOf = (client: Client | 'ios') => t(`account-clients-${client}`);

/** Configurations and scripts of other programs, each with an own key that only uploads, or without any. */
export function ClientsCard() {
  const [busy, setBusy] = useState<Client>();
  const [replacing, setReplacing] = useState<{ client: Client; existing: KeyInfo }>();
  const [showsIos, setShowsIos] = useState(false);
  const start = async (client: Client) => {
    setBusy(client);
    try {
      const key = await findClientKey(nameOf(client));
      if (key === undefined) await download(client);
      else setReplacing({ client, existing: key });
    } catch (error) {
      toastError(error);
    }
    setBusy(undefined);
  };
  return (
    <Card title={t('account-clients-title')} text={t('account-clients-text')}>
      <ul class="lines clients">
        {CLIENTS.map((client) => (
          <li key={client}>
            <div>
              <p class="line-name">{nameOf(client)}</p>
              <p class="line-text">{t(`account-clients-${client}-text`)}</p>
            </div>
            {client === 'ios' ? (
              <div class="client-actions">
                <Button kind="quiet" small onClick={() => setShowsIos(true)}>
                  {t('account-clients-steps')}
                </Button>
              </div>
            ) : (
              <div class="client-actions">
                <Button
                  kind="quiet"
                  small
                  busy={busy === client}
                  aria-label={t('account-clients-download-for', { name: nameOf(client) })}
                  onClick={() => void start(client)}
                >
                  {t('account-clients-download')}
                </Button>
                <a
                  href={`/clients/${CLIENT_FILES[client].file}`}
                  download={CLIENT_FILES[client].file}
                  aria-label={t('account-clients-anonymous-for', { name: nameOf(client) })}
                >
                  {t('account-clients-anonymous')}
                </a>
              </div>
            )}
          </li>
        ))}
      </ul>
      {replacing !== undefined && <ReplaceDialog {...replacing} onClose={() => setReplacing(undefined)} />}
      {showsIos && <IosDialog name={nameOf('ios')} onClose={() => setShowsIos(false)} />}
    </Card>
  );
}

async function download(client: Client, replaced?: KeyInfo): Promise<void> {
  const { file, type, render } = CLIENT_FILES[client];
  saveFile(file, type, render(location.origin, await newClientKey(nameOf(client), replaced)));
  toast(t('account-clients-done', { file }));
}

interface ReplaceDialogProps {
  client: Client;
  /** The newest key of the program. */
  existing: KeyInfo;
  onClose(): void;
}

/** Offers to replace the key of an earlier download, so that one program does not collect keys. */
function ReplaceDialog({ client, existing, onClose }: ReplaceDialogProps) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const go = async (replaced?: KeyInfo) => {
    setBusy(true);
    try {
      await download(client, replaced);
      onClose();
    } catch (error) {
      setErrorMessage(explain(error));
      setBusy(false);
    }
  };
  const name = nameOf(client);
  return (
    <Dialog title={t('account-clients-replace-title', { name })} onClose={onClose}>
      <div class="stack">
        <p>{t('account-clients-replace-text', { name, created: existing.created_at })}</p>
        {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <div class="choices end">
          <Button kind="quiet" busy={busy} onClick={() => void go()}>
            {t('account-clients-add')}
          </Button>
          <Button busy={busy} onClick={() => void go(existing)}>
            {t('account-clients-replace')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
