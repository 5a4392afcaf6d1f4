import type { BlobReading } from '../../actions/images/open-blob.ts';
import type { RegistrationRules } from '../../actions/moderation/admit-registration.ts';
import { beginAccountTask } from '../../actions/moderation/begin-account-task.ts';
import type { NetworkBlocks } from '../../actions/moderation/create-network-blocks.ts';
import { requireTask } from '../../actions/moderation/run-account-task.ts';
import { administerAccount, requireAccount } from '../../actions/moderation/suspend-account.ts';
import type { TakedownDeps } from '../../actions/moderation/take-down-image.ts';
import type { Statistics } from '../../actions/operations/statistics.ts';
import {
  AccountsQuery,
  type AccountTaskInfo,
  type AdminAccount,
  AdminBodies,
  AdminResponses,
  TaskCountQuery,
  TasksQuery,
} from '../../api/admin.ts';
import { IdParams } from '../../api/envelope.ts';
import { addUpChanges } from '../../catalog/accounts/account-changes.ts';
import { listTasks, type TaskRecord } from '../../catalog/accounts/account-tasks.ts';
import { type AdministeredAccount, listAdministered } from '../../catalog/accounts/administered.ts';
import { countTaskImages } from '../../catalog/accounts/task-images.ts';
import { readPage } from '../../core/cursor.ts';
import type { PublicUrls } from '../../core/links.ts';
import type { PlanName } from '../../core/plans.ts';
import type { TaskKind } from '../../core/states.ts';
import { parseTime, timestamp, timestampOrNull } from '../../core/time.ts';
import type { Derivation } from '../delivery/representation.ts';
import { endPage, pageOf } from '../images/images.ts';
import { counted, success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';

/** Dependencies of the administration endpoints. */
export interface AdminDeps extends PublicUrls, TakedownDeps, BlobReading, RegistrationRules {
  derive: Derivation;
  networkBlocks: NetworkBlocks;
  statistics: Statistics;
  /** Signs the cursors of lists; the same in all processes. */
  cursorSecret: Uint8Array;
}

/** /admin/accounts: lists, shows and changes accounts. */
export function adminAccountRoutes(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'GET',
    path: '/admin/accounts',
    operationId: 'listAccounts',
    summary: 'Accounts in the order of their creation, bytes, images or last use',
    tag: 'Administration',
    access: 'admin',
    query: AccountsQuery,
    answer: AdminResponses.adminAccounts,
    async handler(request, reply) {
      const { q, plan, suspended, waiting, sort = 'created', order = 'desc' } = request.query;
      if (sort !== 'created') await addUpChanges(deps.db);
      const filter = {
        text: q || undefined,
        plan: (plan || undefined) as PlanName | undefined,
        suspended: suspended ? suspended === 'true' : undefined,
        waiting: waiting ? waiting === 'true' : undefined,
      };
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['accounts', filter, sort, order], ...pageOf(request.query) },
        (after, limit) => listAdministered(deps.db, filter, { by: sort, direction: order }, after, limit),
        ({ id, position }) => ({ id, value: position }),
      );
      const accounts = page.items.map(accountView);
      return success({ accounts, ...endPage(deps, request, reply, page) }, counted(accounts.length, 'account'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/accounts/:id',
    operationId: 'getAccountAsAdmin',
    summary: 'An account',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.adminAccount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ params }) {
      return success(accountView(await requireAccount(deps.db, params.id)), 'Account found');
    },
  });

  route(api, {
    method: 'PATCH',
    path: '/admin/accounts/:id',
    operationId: 'changeAccountAsAdmin',
    summary: 'Change the plan of an account, suspend or resume it; effective from the next request',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: AdminBodies.changeAccount,
    answer: AdminResponses.adminAccount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ caller, params, body }) {
      const { hide_images: hideImages, ...change } = body;
      const account = await administerAccount(deps, caller.accountId, params.id, { ...change, hideImages });
      return success(accountView(account), 'Account changed');
    },
  });
}

export function accountView(account: AdministeredAccount): AdminAccount {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan,
    admin: account.isAdmin,
    suspended_at: timestampOrNull(account.suspendedAt),
    suspended_reason: account.suspendedReason,
    email_verified: account.emailVerifiedAt !== null,
    waiting_for: account.waitingFor,
    created_at: timestamp(account.createdAt),
    images: account.images,
    bytes: account.bytes,
    last_seen_at: timestampOrNull(account.lastSeenAt),
  };
}

/** Work on all images of an account: begins it, counts what it is about, and shows its progress. */
export function adminTaskRoutes(api: App, deps: AdminDeps): void {
  imagesRoute(api, deps, 'delete_images', 'delete', 'deleteImagesOfAccount', 'Delete the images of an account');
  imagesRoute(api, deps, 'hide_images', 'hide', 'hideImagesOfAccount', 'Put the images of an account into quarantine');
  imagesRoute(api, deps, 'show_images', 'show', 'showImagesOfAccount', 'Release the hidden images of an account');
  deleteRoute(api, deps);

  route(api, {
    method: 'GET',
    path: '/admin/accounts/:id/images/count',
    operationId: 'countImagesOfAccount',
    summary: 'How many images, and bytes, a task would change',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    query: TaskCountQuery,
    answer: AdminResponses.taskCount,
    errors: ['ACCOUNT_NOT_FOUND'],
    async handler({ params, query }) {
      const { id } = await requireAccount(deps.db, params.id);
      const { kind, with_held: withHeld, uploaded_since: since } = query;
      const wanted = { kind, uploaded_from: sinceOf(since), with_held: withHeld === 'true' ? 1 : 0 };
      const task = { account_id: id, created_at: deps.clock.now(), ...wanted };
      const count = await countTaskImages(deps.db, task);
      return success(count, counted(count.images, 'image'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/tasks',
    operationId: 'listAccountTasks',
    summary: 'Work on the images of accounts, the latest first',
    tag: 'Administration',
    access: 'admin',
    query: TasksQuery,
    answer: AdminResponses.tasks,
    async handler(request, reply) {
      const account = request.query.account_id || undefined;
      const page = await readPage(
        { secret: deps.cursorSecret, scope: ['tasks', account ?? null], ...pageOf(request.query) },
        (after, limit) => listTasks(deps.db, account, after, limit),
        ({ id, created_at }) => ({ id, value: created_at }),
      );
      const tasks = page.items.map(taskView);
      return success({ tasks, ...endPage(deps, request, reply, page) }, counted(tasks.length, 'task'));
    },
  });

  route(api, {
    method: 'GET',
    path: '/admin/tasks/:id',
    operationId: 'getAccountTask',
    summary: 'The progress of work on the images of an account',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answer: AdminResponses.task,
    errors: ['TASK_NOT_FOUND'],
    async handler({ params }) {
      return success(taskView(await requireTask(deps.db, params.id)), 'Task found');
    },
  });
}

function imagesRoute(
  api: App,
  deps: AdminDeps,
  kind: TaskKind,
  verb: string,
  operationId: string,
  summary: string,
): void {
  route(api, {
    method: 'POST',
    path: `/admin/accounts/:id/images/${verb}`,
    operationId,
    summary,
    description: 'A job does it in parts; the answer is its task, whose progress `GET /admin/tasks/{id}` shows.',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    body: AdminBodies.imagesTask,
    answers: { 202: AdminResponses.task },
    errors: ['ACCOUNT_NOT_FOUND', 'TASK_IN_PROGRESS'],
    async handler({ caller, params, body }, reply) {
      const { uploaded_since: since, with_held: withHeld, reason } = body;
      const wanted = { kind, uploadedFrom: sinceOf(since ?? undefined), withHeld, reason };
      const task = await beginAccountTask(deps, caller.accountId, params.id, wanted);
      return reply.code(202).send(success(taskView(task), 'Task begun'));
    },
  });
}

function deleteRoute(api: App, deps: AdminDeps): void {
  route(api, {
    method: 'DELETE',
    path: '/admin/accounts/:id',
    operationId: 'deleteAccountAsAdmin',
    summary: 'Delete an account with its keys, albums and images',
    description: 'Its access ends at once. A job deletes the images in parts; the answer is its task.',
    tag: 'Administration',
    access: 'admin',
    params: IdParams,
    answers: { 202: AdminResponses.task },
    errors: ['ACCOUNT_NOT_FOUND', 'TASK_IN_PROGRESS'],
    async handler({ caller, params }, reply) {
      const task = await beginAccountTask(deps, caller.accountId, params.id, { kind: 'delete_account' });
      return reply.code(202).send(success(taskView(task), 'Account closed'));
    },
  });
}

function sinceOf(text: string | undefined): number {
  return text === undefined || text === '' ? 0 : parseTime(text, 'uploaded_since');
}

function taskView(task: TaskRecord): AccountTaskInfo {
  // As an account is called while it is being deleted.
  const isClosed = task.account_email === `deleted ${task.account_id}`;
  const { actor_id: actor, uploaded_from: from, finished_at: finishedAt } = task;
  return {
    id: task.id,
    kind: task.kind,
    account_id: task.account_id,
    account_email: isClosed ? null : task.account_email,
    actor: actor === null ? null : { id: actor, email: task.actor_email },
    state: finishedAt === null ? 'running' : 'done',
    images: task.images,
    bytes: task.bytes,
    done_images: task.done_images,
    done_bytes: task.done_bytes,
    uploaded_since: from === 0 ? null : timestamp(from),
    problem: task.problem,
    created_at: timestamp(task.created_at),
    finished_at: timestampOrNull(finishedAt),
  };
}
