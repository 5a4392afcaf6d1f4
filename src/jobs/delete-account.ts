import {
  type AccountDeletionDeps,
  DELETE_ACCOUNT_JOB,
  removeClosedAccount,
} from '../actions/accounts/delete-account.ts';
import type { JobKind } from './runner.ts';

/** Finishes the deletion of an account whose request was cut off. */
export function deleteAccountJob(deps: AccountDeletionDeps): JobKind {
  return {
    kind: DELETE_ACCOUNT_JOB,
    async run(payload) {
      const { accountId, images } = payload as { accountId: string; images: 'delete' | 'keep' };
      await removeClosedAccount(deps, accountId, images);
    },
  };
}
