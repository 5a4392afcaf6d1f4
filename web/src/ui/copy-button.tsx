import { useState } from 'preact/hooks';
import { copyText } from '../clipboard.ts';
import { common } from '../texts/common.ts';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

interface CopyButtonProps {
  /** What it is, such as `Direct link`. */
  what: string;
  text: string;
  /** The word on the button, `Copy` unless told. */
  label?: string;
}

const SHOWN_MS = 2_000;

/** Puts a text into the clipboard and says so. */
export function CopyButton({ what, text, label = common.copy }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return toast(common.copyFailed);
    toast(common.copiedThat(what));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" class={copied ? 'copy done' : 'copy'} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? common.copied : label}
      <span class="visually-hidden"> {what}</span>
    </button>
  );
}
