/** A JSON Schema as the description uses it: objects, arrays, unions, enumerations, references. */
interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  maxLength?: number;
  description?: string;
  format?: string;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
  description?: string;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const JSON_TYPE = 'application/json';
const PREFIX = '/api/v1';
/** Their names would hide those of the language; the client has classes for them. */
const LEFT_OUT = ['Error', 'Problem'];

/**
 * The types of the client package: the named schemas, the error codes, and the input and result of each operation whose
 * response is JSON.
 * @param description an OpenAPI description of the service
 * @returns the text of packages/client/src/contract.ts
 */
export function clientContract(description: unknown): string {
  const { paths, components } = description as Description;
  const { schemas } = components;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const withData = operations.flatMap((one) => {
    const data = dataOf(one.operation, schemas);
    return data === undefined || one.operation.operationId === 'getService' ? [] : [{ ...one, data }];
  });
  const codes = [
    ...new Set(
      JSON.stringify(description)
        .match(/(?<="x-error-codes":\[)[^\]]*/g)
        ?.join(',')
        .split(','),
    ),
  ];
  const isEnvelope = (schema: Schema) => 'success' in (schema.properties ?? {});
  const named = Object.entries(schemas).filter(([name, one]) => !LEFT_OUT.includes(name) && !isEnvelope(one));
  const callable = withData.filter(({ operation }) => bodyOf(operation) !== 'form');
  return [
    '// `npm run docs` writes this file from the description of the API.\n',
    '/** Nothing, or an empty object. */\nexport type NoInput = Record<never, never>;\n',
    `/** The codes of refusals and failures. */\nexport type ErrorCode = ${codes.sort().join(' | ').replaceAll('"', "'")};\n`,
    ...named.map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`),
    '/** What each operation takes (parameters of path and query, `body`), and `data` of its response. */',
    'export interface Operations {',
    ...withData.map(
      ({ operation, data }) =>
        `  ${comment(operation.summary)}${operation.operationId}: { input: ${inputOf(operation)}; data: ${typeOf(data)} };`,
    ),
    '}\n',
    '/** Operations with a JSON body or none: method and path below /api/v1; `+`: takes an Idempotency-Key. */',
    'export const PATHS = {',
    ...callable.map(
      ({ operation, method, path }) =>
        `  ${operation.operationId}: '${isIdempotent(operation) ? '+' : ''}${method} ${path.replace(PREFIX, '')}',`,
    ),
    '} as const;',
    '',
  ].join('\n');
}

/** The schema of `data` in the response of a success, or undefined if that is not JSON. */
function dataOf(operation: Operation, schemas: Record<string, Schema>): Schema | undefined {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = response?.content?.[JSON_TYPE]?.schema;
  const target = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  return target?.properties?.data;
}

function bodyOf({ requestBody }: Operation): 'none' | 'json' | 'form' {
  if (requestBody === undefined) return 'none';
  return JSON_TYPE in requestBody.content ? 'json' : 'form';
}

function isIdempotent({ parameters = [] }: Operation): boolean {
  return parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey') === true);
}

function inputOf(operation: Operation): string {
  const { parameters = [], requestBody } = operation;
  const members = parameters.flatMap(({ name, in: place, required, schema = {}, description }) =>
    name === undefined || (place !== 'path' && place !== 'query')
      ? []
      : [member(name, typeOf(withoutEmpty(schema)), required === true || place === 'path', description)],
  );
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  if (body !== undefined) members.push(member('body', typeOf(body), requestBody?.required === true));
  return members.length === 0 ? 'NoInput' : `{ ${members.join(' ')} }`;
}

/** A parameter that may be empty: the client leaves it out instead. */
function withoutEmpty(schema: Schema): Schema {
  const rest = schema.anyOf?.filter(({ maxLength }) => maxLength !== 0);
  return rest === undefined ? schema : { ...schema, anyOf: rest };
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectType(schema);
  if (schema.type === 'integer') return 'number';
  if (schema.format === 'binary') return 'Blob';
  return ['string', 'number', 'boolean', 'null'].includes(schema.type ?? '') ? String(schema.type) : 'unknown';
}

function objectType({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
  if (properties === undefined) {
    const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
    return typeof values === 'object' ? `Record<string, ${typeOf(values)}>` : 'Record<string, unknown>';
  }
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, typeOf(schema), required.includes(name), schema.description),
  );
  return members.length === 0 ? 'NoInput' : `{ ${members.join(' ')} }`;
}

function member(name: string, type: string, isRequired: boolean, description?: string): string {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return `${comment(description)}${key}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */ `;
}
