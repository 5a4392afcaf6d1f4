import { useState } from 'preact/hooks';
import { copyText } from '../clipboard.ts';
import { t } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

interface CopyButtonProps {
  /** Name of the copied text, such as `Direct link`. */
  what: string;
  text: string;
  /** Label of the button; `Copy` by default. */
  label?: string;
}

const SHOWN_MS = 2_000;

/** Copies text to the clipboard and confirms it with a toast. */
export function CopyButton({ what, text, label = t('common-copy') }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return toast(t('common-copy-failed'));
    toast(t('common-copied-that', { what }));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" class={copied ? 'copy done' : 'copy'} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? t('common-copied') : label}
      <span class="visually-hidden"> {what}</span>
    </button>
  );
}
