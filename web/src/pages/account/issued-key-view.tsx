import { account } from '../../texts/account.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';

const words = account.keys;

/** Shows the secret of a new API key, which cannot be shown again. */
export function IssuedKeyView({ apiKey, onDone }: { apiKey: string; onDone(): void }) {
  return (
    <div class="stack">
      <p>{words.issuedText}</p>
      <CopyField label={words.issuedKey} text={apiKey} />
      <div class="choices end">
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </div>
  );
}
