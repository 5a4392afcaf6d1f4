import type { SessionInfo } from '../../../../src/api/accounts.ts';
import { api } from '../../api/api.ts';
import { account } from '../../texts/account.ts';
import { common } from '../../texts/common.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { programName } from './program-name.ts';

const words = account.sessions;

/** The sessions of the account. Each can be signed out. */
export function SessionsCard() {
  const { value, errorMessage, reload } = useLoaded(() => api.get<{ sessions: SessionInfo[] }>('/auth/sessions'));
  const end = async (id: string) => {
    try {
      await api.delete(`/auth/sessions/${encodeURIComponent(id)}`);
      toast(words.ended);
    } catch (error) {
      toastError(error);
    }
    reload();
  };
  return (
    <Card title={words.title}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      {value === undefined && errorMessage === undefined && <Spinner label={common.loading} />}
      {value !== undefined && (
        <ul class="lines">
          {value.sessions.map((one) => {
            const name = one.user_agent === null ? words.unknown : programName(one.user_agent);
            return (
              <li key={one.id}>
                <div>
                  <p class="line-name">{name}</p>
                  <p class="line-text">{one.current ? words.current : words.used(one.last_used_at)}</p>
                </div>
                {!one.current && (
                  <Button kind="quiet" small aria-label={words.endOne(name)} onClick={() => void end(one.id)}>
                    {words.end}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
