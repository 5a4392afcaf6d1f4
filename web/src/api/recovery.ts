import { ApiError } from './api-error.ts';
import { type Sender, sender } from './csrf.ts';

/** What the session of the page can do about a refused request. */
interface Recovery {
  /**
   * Reloads the account after a refusal, and lets the user sign in again if the session has ended.
   * @param asks whether a refused read may open the sign-in dialog again after the user has closed it
   * @returns whether the tab is in a live session other than that of the refused request, or anonymous as before
   */
  recover(sentAs: Sender | undefined, asks: boolean): Promise<boolean>;
  /** Asks whether files that were chosen as one account are uploaded as another. */
  confirmOther(chosenAs: string, now: string): Promise<boolean>;
  /** The server has answered a request of this session as one of an anonymous caller. */
  lost(): void;
}

let recovery: Recovery | undefined;

/** Sets what `recoverSession` does. The layer of requests does not know pages and dialogs. */
export function setRecovery(one: Recovery): void {
  recovery = one;
}

/** Whether an error says that the session of a request has ended, or is another one now. */
export function isSessionError(error: unknown): error is ApiError {
  return error instanceof ApiError && SESSION_ERRORS.has(error.code);
}

const SESSION_ERRORS: ReadonlySet<string> = new Set(['MISSING_API_KEY', 'INVALID_API_KEY', 'FORBIDDEN']);

/**
 * Restores the session after a refused request: adopts the session that another tab has opened, or lets the user sign in
 * over the page.
 * @param error of the request
 * @param sentAs `sender()` at the time of the request
 * @param isRead the request changes nothing: after the user has closed the sign-in dialog it does not open it again
 * @returns whether to send the request again, once
 * @throws ApiError ACCOUNT_CHANGED when the tab is signed in to another account now
 */
export async function recoverSession(
  error: unknown,
  sentAs: Sender | undefined,
  { isRead = false }: { isRead?: boolean } = {},
): Promise<boolean> {
  if (!isSessionError(error) || recovery === undefined) return false;
  if (!(await recovery.recover(sentAs, !isRead))) return false;
  if (sentAs !== undefined && sender()?.accountId !== sentAs.accountId) throw accountChanged();
  return true;
}

/**
 * The same for an upload. Call it after a failure, and send the file again if it resolves to true.
 * @param chosenAs account in whose name the file was added to the queue; undefined = anonymous
 */
export async function recoverUpload(
  error: unknown,
  sentAs: Sender | undefined,
  chosenAs: string | undefined,
): Promise<boolean> {
  if (!isSessionError(error) || recovery === undefined) return false;
  return (await recovery.recover(sentAs, true)) && mayUploadAs(chosenAs);
}

/**
 * Whether a waiting file may be uploaded in the session of now. Call it before each upload. It asks the user, once for all
 * files, if they were chosen as another account, and lets the user sign in if the tab has become anonymous since.
 * @param chosenAs account in whose name the file was added to the queue (`sender()?.accountId`); undefined = anonymous
 */
export async function mayUploadAs(chosenAs: string | undefined): Promise<boolean> {
  if (chosenAs === undefined || recovery === undefined || sender()?.accountId === chosenAs) return true;
  if (sender() === undefined && !(await recovery.recover({ token: '', accountId: chosenAs }, true))) return false;
  const now = sender()?.accountId;
  if (now === chosenAs) return true;
  return now !== undefined && recovery.confirmOther(chosenAs, now);
}

/** The server has answered as if the caller were anonymous. */
export function sessionLost(): void {
  recovery?.lost();
}

function accountChanged(): ApiError {
  return new ApiError(0, { code: 'ACCOUNT_CHANGED', message: 'Another account is signed in now.' });
}
