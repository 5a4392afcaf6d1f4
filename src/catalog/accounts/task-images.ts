import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { Db } from '../schema.ts';
import type { AccountTask } from './account-tasks.ts';

/** Which images a task is about, and how far it has come. */
type TaskImages = Pick<
  AccountTask,
  'kind' | 'account_id' | 'uploaded_from' | 'with_held' | 'created_at' | 'in_trash' | 'after_value' | 'after_id'
>;

/** Columns of an image that a task needs. */
const COLUMNS = ['id', 'account_id', 'format', 'size_bytes'] as const;

/** The next images of a task: one range of one index. Those outside the trash come first. */
export function taskImagesQuery(db: Db, task: TaskImages, limit: number) {
  const column = task.in_trash === 1 ? 'trashed_at' : 'uploaded_at';
  return db
    .selectFrom('images')
    .select(COLUMNS)
    .select(sql<number>`${sql.ref(column)}`.as('position'))
    .where('account_id', '=', task.account_id)
    .where('trashed_at', task.in_trash === 1 ? 'is not' : 'is', null)
    .where('uploaded_at', '>=', task.uploaded_from)
    .where('uploaded_at', '<=', task.created_at)
    .where((eb) => eb(eb.refTuple(column, 'id'), '>', eb.tuple(task.after_value, task.after_id)))
    .$if(task.kind === 'hide_images', (query) => query.where('quarantined_at', 'is', null))
    .$if(task.kind === 'show_images', (query) => query.where('quarantine_cause', '=', 'account'))
    .$if(task.kind === 'delete_images' && task.with_held === 0, (query) =>
      query.where((eb) => eb.or([eb('quarantine_cause', 'is', null), eb('quarantine_cause', '=', 'account')])),
    )
    .orderBy(column)
    .orderBy('id')
    .limit(limit);
}

const COUNTED = 1_000;

/** Counts the images of a task that has not begun, in pages: other queries run between them. */
export async function countTaskImages(
  db: Db,
  task: Omit<TaskImages, 'in_trash' | 'after_value' | 'after_id'>,
): Promise<{ images: number; bytes: number }> {
  const total = { images: 0, bytes: 0 };
  for (const in_trash of [0, 1]) {
    let after: Position = { value: -1, id: '' };
    for (let found = COUNTED; found === COUNTED; ) {
      const place = { in_trash, after_value: after.value, after_id: after.id };
      const page = await taskImagesQuery(db, { ...task, ...place }, COUNTED).execute();
      found = page.length;
      total.images += found;
      for (const image of page) total.bytes += image.size_bytes;
      const last = page.at(-1);
      if (last !== undefined) after = { value: last.position, id: last.id };
    }
  }
  return total;
}
