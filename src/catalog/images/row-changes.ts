import {
  AliasNode,
  ColumnNode,
  type ColumnUpdateNode,
  DeleteQueryNode,
  InsertQueryNode,
  ListNode,
  type OperationNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';

/**
 * Tables of the rows that `image-reader.ts` caches, and those of their columns that the rows show. No foreign key and no
 * trigger of another table writes to them.
 */
export const CACHED_COLUMNS: Readonly<Record<string, readonly string[] | 'all'>> = {
  images: 'all',
  blobs: ['key', 'sha256', 'size_bytes'],
  keys: 'all',
  accounts: ['id', 'plan', 'suspended_at', 'waiting_for'],
  albums: 'all',
};

/** Whether a statement may change or remove a cached row. A new row is not cached yet; a statement of unknown effect may. */
export function changesCachedRows(query: RootOperationNode): boolean {
  if (SelectQueryNode.is(query)) return false;
  if (InsertQueryNode.is(query)) {
    if (query.replace === true || query.orAction !== undefined) return true;
    return mayShow(query.into, query.onConflict?.updates ?? []);
  }
  if (UpdateQueryNode.is(query)) return mayShow(query.table, query.updates ?? []);
  if (DeleteQueryNode.is(query)) return query.from.froms.some((table) => cachedColumnsOf(table) !== undefined);
  return true;
}

function mayShow(table: OperationNode | undefined, updates: readonly ColumnUpdateNode[]): boolean {
  const cached = cachedColumnsOf(table);
  if (cached === undefined) return false;
  return updates.some(({ column }) => {
    const name = ColumnNode.is(column) ? column.column.name : undefined;
    return cached === 'all' || name === undefined || cached.includes(name);
  });
}

/** Undefined for a table without cached rows. */
function cachedColumnsOf(table: OperationNode | undefined): readonly string[] | 'all' | undefined {
  if (table === undefined) return 'all';
  if (AliasNode.is(table)) return cachedColumnsOf(table.node);
  if (ListNode.is(table) && table.items.length === 1) return cachedColumnsOf(table.items[0]);
  return TableNode.is(table) ? CACHED_COLUMNS[table.table.identifier.name] : 'all';
}
