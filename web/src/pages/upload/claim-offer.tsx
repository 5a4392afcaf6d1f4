import { useState } from 'preact/hooks';
import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { explain } from '../../texts/errors.ts';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimRemembered } from './claim.ts';
import { history } from './history.ts';

const words = upload.claim;

/** After signing in: takes what this browser has uploaded before into the account. */
export function ClaimOffer() {
  const account = useAccount();
  const count = useStore(history).length;
  const [state, setState] = useState<'asked' | 'busy' | 'declined'>('asked');
  const [refusal, setRefusal] = useState<string>();
  if (account === null || count === 0 || state === 'declined') return null;
  const claim = async () => {
    setState('busy');
    setRefusal(undefined);
    try {
      const claimed = await claimRemembered();
      toast(claimed === 0 ? words.none : words.done(claimed));
    } catch (error) {
      setRefusal(explain(error));
    }
    setState('asked');
  };
  return (
    <section class="offer" aria-label={words.title(count)}>
      <div>
        <h2>{words.title(count)}</h2>
        <p>{words.text}</p>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
      </div>
      <div class="choices">
        <Button kind="quiet" small onClick={() => setState('declined')}>
          {words.later}
        </Button>
        <Button small busy={state === 'busy'} onClick={() => void claim()}>
          {words.action}
        </Button>
      </div>
    </section>
  );
}
