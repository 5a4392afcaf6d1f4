import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from '../schema.ts';

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs a query with its parameters, which always have the same names, in a transaction or outside. @returns its rows */
export type PreparedQuery<Parameters, Row> = (db: Db, parameters: Parameters) => Promise<Row[]>;

/**
 * A query that is put together once for each kind of database, and not each time it is asked: for those of every upload.
 * @param build gets something in place of each parameter, which it may only hand on to the query: none may decide what
 *   the query looks like
 */
export function prepareQuery<Parameters extends object, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db, parameters) => {
    const executor = db.getExecutor();
    let query = compiled.get(executor.adapter);
    if (query === undefined) {
      const places = Object.fromEntries(Object.keys(parameters).map((name) => [name, new Place(name)]));
      query = build(db, places as Parameters).compile();
      compiled.set(executor.adapter, query);
    }
    const values = query.parameters.map((one) =>
      one instanceof Place ? parameters[one.name as keyof Parameters] : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}
