import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from '../schema.ts';

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs a query with named parameters, inside or outside a transaction. @returns its rows */
export type PreparedQuery<Parameters, Row> = (db: Db, parameters: Parameters) => Promise<Row[]>;

/**
 * Compiles a query once for each database engine instead of at each call; for the queries of every upload.
 * @param build gets a placeholder for each parameter and may only pass it on to the query: no parameter may change the SQL
 */
export function prepareQuery<Parameters extends object, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db, parameters) => {
    const executor = db.getExecutor();
    let query = compiled.get(executor.adapter);
    if (query === undefined) {
      const placeholders = Object.fromEntries(Object.keys(parameters).map((name) => [name, new Placeholder(name)]));
      query = build(db, placeholders as Parameters).compile();
      compiled.set(executor.adapter, query);
    }
    const values = query.parameters.map((one) =>
      one instanceof Placeholder ? parameters[one.name as keyof Parameters] : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}
