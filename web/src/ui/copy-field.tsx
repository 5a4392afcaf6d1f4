import { useId } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** A read-only text with a copy button. Focus selects the whole text. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div class="copy-field">
      <label for={id}>{label}</label>
      <div class="field-row">
        <input
          id={id}
          type="text"
          readOnly
          spellcheck={false}
          autocomplete="off"
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton what={label} text={text} />
      </div>
    </div>
  );
}
