import { ErrorResponse } from '../../api/envelope.ts';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';

type Json = Record<string, unknown>;

interface Content {
  [type: string]: { schema?: unknown };
}

interface Response {
  description: string;
  'x-error-codes'?: readonly ErrorCode[];
  headers?: Json;
  content?: Content;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Json[];
  requestBody?: { content: Content };
  responses: Record<string, Response | Json>;
}

/** The parts of an OpenAPI document that the completion reads or changes. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Json;
}

/** What the description of an endpoint needs besides its schemas. */
export interface EndpointFacts {
  /** The errors that it may answer, without those of HTTP itself. */
  errors: readonly ErrorCode[];
  /** Whether it counts against the hourly limit. */
  counted: boolean | 'auth';
  isIdempotent: boolean;
  /** Whether its answer has an ETag. */
  isConditional: boolean;
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});
const whole = (description: string) => ({ description, schema: { type: 'integer' } });

const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': text('Identifies the request in the log; the value of the request where it sent one.', 'req_1'),
  'API-Version': text('Version of this description.', '1.0.0'),
  RateLimit: text('What remains of the hour of the caller. Absent in unlimited plans.', '"hourly";r=99;t=3600'),
  'RateLimit-Policy': text('The hourly limit of the plan. Absent in unlimited plans.', '"hourly";q=100;w=3600'),
  'X-RateLimit-Limit': whole('Requests an hour. Absent in unlimited plans.'),
  'X-RateLimit-Remaining': whole('Requests that remain. Absent in unlimited plans.'),
  'X-RateLimit-Used': whole('Requests that were counted. Absent in unlimited plans.'),
  'X-RateLimit-Reset': whole('End of the hour in seconds since 1970-01-01 UTC. Absent in unlimited plans.'),
  'Retry-After': whole('Seconds to wait. Present where waiting helps.'),
  'WWW-Authenticate': text('The challenge of RFC 6750. Present for missing or invalid keys.', 'Bearer realm="images"'),
  'Idempotent-Replayed': text('Present where the answer is that of an earlier request.', 'true'),
  ETag: text('Validator for If-None-Match.', 'W/"1"'),
};

const COMMON = ['X-Request-Id', 'API-Version'];
const QUOTA = Object.keys(HEADERS).filter((name) => /RateLimit/.test(name));
const NAMED_WINDOW = QUOTA.filter((name) => !name.startsWith('X-'));

const PARAMETERS: Readonly<Record<string, Json>> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Identifies the request in the log and in the answer.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A retry with the same key has its effect once, and gets the first answer for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/**
 * Completes a generated OpenAPI 3.1 document: error codes by status, headers, parameters that are no part of a schema, and
 * named schemas in the place of repeated ones.
 * @param facts by operation id
 * @throws Error when two different schemas have the same name
 */
export function describeApi<D extends ApiDocument>(document: D, facts: ReadonlyMap<string, EndpointFacts>): D {
  const schemas = createNamedSchemas();
  const shared = createSharedResponses();
  const error = schemas.add('Error', ErrorResponse);
  schemas.add('Problem', PROBLEM);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const fact = facts.get(operation.operationId);
    if (fact === undefined) throw new Error(`${operation.operationId} is no declared endpoint`);
    operation.description ??= `${operation.summary}.`;
    operation.parameters = [
      ...(operation.parameters ?? []),
      reference('parameters', 'RequestId'),
      ...(fact.isIdempotent ? [reference('parameters', 'IdempotencyKey')] : []),
    ];
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = successResponse(schemas, status, response as Response, fact);
    }
    for (const [status, codes] of Map.groupBy(fact.errors, (code) => ERRORS[code].status)) {
      const response = errorResponse(codes, error);
      operation.responses[status] = codes.length > MAX_NAMED_CODES ? response : shared.add(codes, response);
    }
    for (const content of Object.values(operation.requestBody?.content ?? {})) {
      content.schema = namedBody(schemas, operation, content.schema);
    }
  }
  document.components = {
    ...document.components,
    headers: HEADERS,
    parameters: PARAMETERS,
    responses: shared.all(),
    schemas: schemas.all(),
  };
  return document;
}

/** The body of application/problem+json (RFC 9457), which has the members of `Error` too. */
const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', ...ErrorResponse.required],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    'violated-policies': { type: 'array', items: { type: 'string' } },
    ...ErrorResponse.properties,
  },
};

/** A body is named after its operation: `RegisterRequest`. */
function namedBody(schemas: NamedSchemas, { operationId }: Operation, schema: unknown): unknown {
  const title = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Request`;
  return schemas.named({ title, ...(schema as Json) });
}

function successResponse(
  schemas: NamedSchemas,
  status: string,
  { description, content = {} }: Response,
  { counted, isIdempotent, isConditional }: EndpointFacts,
): Response {
  const names = [
    ...COMMON,
    ...(counted === true ? QUOTA : []),
    ...(counted === 'auth' ? NAMED_WINDOW : []),
    ...(isIdempotent ? ['Idempotent-Replayed'] : []),
    ...(isConditional ? ['ETag'] : []),
  ];
  const hasBody = status !== '304' && status !== '302' && Object.keys(content).length > 0;
  return {
    description: description === 'Default Response' ? (STATUS_TEXTS[status] ?? 'Success.') : description,
    headers: headerReferences(names),
    ...(hasBody && { content: mapValues(content, ({ schema }) => ({ schema: schemas.named(schema) })) }),
  };
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  302: 'A redirect.',
  304: 'Not changed since the version that If-None-Match names.',
};

/** Longer sets of codes are those of one endpoint. */
const MAX_NAMED_CODES = 3;

/** Error responses that several endpoints have, by their codes: `MissingApiKeyOrInvalidApiKey`. */
function createSharedResponses() {
  const responses: Record<string, Response> = {};
  return {
    add(codes: readonly ErrorCode[], response: Response): Json {
      const name = codes.map(pascalCase).join('Or');
      responses[name] = response;
      return reference('responses', name);
    },
    all: () => responses,
  };
}

/** `RATE_LIMIT_EXCEEDED` as `RateLimitExceeded`. */
function pascalCase(code: string): string {
  return code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function errorResponse(codes: readonly ErrorCode[], schema: Json): Response {
  const [first] = codes;
  const status = first === undefined ? 0 : ERRORS[first].status;
  const names = [
    ...COMMON,
    ...(status === 429 ? QUOTA : []),
    ...(status === 429 || status === 503 || status === 409 ? ['Retry-After'] : []),
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
  ];
  return {
    'x-error-codes': codes,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n'),
    headers: headerReferences(names),
    content: {
      'application/json': { schema },
      'application/problem+json': { schema: reference('schemas', 'Problem') },
    },
  };
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

/** The `components.schemas` of an API description, collected while the description is built. */
interface NamedSchemas {
  /** Adds a schema under a name. @returns its reference */
  add(name: string, schema: unknown): Json;
  /** The schema with every titled object in it, and every repetition of one, replaced by a reference. */
  named(schema: unknown): unknown;
  /** All schemas by name, in alphabetical order. */
  all(): Json;
}

/**
 * Gives names to the object schemas that have a `title`: generated clients get a type for each, and each is described
 * once. An envelope `{ success, data, message }` with the title T becomes `TResponse`, and its data `T`.
 */
export function createNamedSchemas(): NamedSchemas {
  const schemas = new Map<string, unknown>();
  /** Names by the JSON text of the schema, to find repetitions that have no title. */
  const names = new Map<string, string>();

  function add(name: string, schema: unknown): Json {
    const { title: _, ...rest } = inner(schema) as Json;
    const json = JSON.stringify(rest);
    const known = names.get(json);
    if (known !== undefined) return reference('schemas', known);
    if (schemas.has(name)) throw new Error(`two different schemas have the name ${name}`);
    schemas.set(name, rest);
    names.set(json, name);
    return reference('schemas', name);
  }

  function inner(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(named);
    if (typeof schema !== 'object' || schema === null) return schema;
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, named(value)]));
  }

  function named(schema: unknown): unknown {
    if (Array.isArray(schema) || typeof schema !== 'object' || schema === null) return inner(schema);
    const { title, type, properties } = schema as { title?: unknown; type?: unknown; properties?: Json };
    if (type !== 'object' || properties === undefined) return inner(schema);
    if (typeof title !== 'string') {
      const found = names.get(JSON.stringify(inner(schema)));
      return found === undefined ? inner(schema) : reference('schemas', found);
    }
    if (properties.success === undefined || properties.data === undefined) return add(title, schema);
    const data = properties.data as Json;
    const isPlainObject = data.type === 'object' && data.title === undefined;
    const envelope = isPlainObject ? { ...properties, data: { ...data, title } } : properties;
    return add(`${title}Response`, { ...(schema as Json), properties: envelope });
  }

  return { add, named, all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
