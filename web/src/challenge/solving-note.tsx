import { t } from '../i18n/i18n.ts';
import { useStore } from '../store.ts';
import { isSolving } from './solutions.ts';

/** Says that the browser solves a challenge, while it does. */
export function SolvingNote() {
  const solves = useStore(isSolving);
  return (
    <p class="hint" role="status">
      {solves ? t('common-solving') : ''}
    </p>
  );
}
