import { account } from '../../texts/account.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';

const words = account.keys;

/** A secret that is shown once. */
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
