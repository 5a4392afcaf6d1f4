import ajvCompiler from '@fastify/ajv-compiler';
import type { FastifyError, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { AppError } from '../../core/errors.ts';

type BuildCompiler = ajvCompiler.BuildCompilerFromPool;
type Compile = ReturnType<BuildCompiler>;

/**
 * How the router checks requests: the validator of a schema is compiled when the first request needs it. Compiling all of
 * them takes a third of the start of the service.
 */
const buildValidator: BuildCompiler = (externalSchemas, options) => {
  let compile: Compile | undefined;
  return (schema) => {
    let validate: ReturnType<Compile> | undefined;
    const validateLazily = (data: unknown) => {
      compile ??= ajvCompiler()(externalSchemas, options);
      validate ??= compile(schema);
      const isValid = validate(data);
      // Fastify reads the errors from the function that it has called.
      Object.assign(validateLazily, { errors: validate.errors });
      return isValid;
    };
    return validateLazily as ReturnType<Compile>;
  };
};

/** Response schemas only describe: tests compare the responses with them. */
const buildSerializer = () => () => JSON.stringify;

export const schemaCompilers = { buildValidator, buildSerializer };

/** What is wrong with one member of a request. */
interface Problem {
  /** The member, such as `images.0.id`; `body`, `query` or `path` for the whole. */
  param: string;
  /** Reads as a sentence after the name of the member. */
  message: string;
}

type Found = ReturnType<typeof Value.Errors>[number];
type Words = Record<string, unknown>;

/** Listing all problems takes time that grows with the square of the value; a longer one gets only the first problem. */
const MAX_LISTED_CHARACTERS = 4_096;

const PARTS = { body: 'body', querystring: 'query', params: 'path' } as const;

/**
 * The error for a request that does not match its schema: the first problem in words, and up to eight of them in
 * `details.errors`. The validator of the router stops at the first one and answers in the words of JSON Schema.
 */
export function validationError(thrown: Partial<FastifyError>, request: FastifyRequest): AppError {
  const context = (thrown.validationContext ?? 'body') as keyof typeof PARTS;
  const schema = request.routeOptions.schema?.[context] as TSchema | undefined;
  const value = { body: request.body, querystring: request.query, params: request.params }[context] ?? null;
  const isShort = JSON.stringify(value).length <= MAX_LISTED_CHARACTERS;
  const all = schema !== undefined && isShort ? [...Value.Errors(schema, value)] : [];
  const found = all.length > 0 ? all : (thrown.validation ?? []).map(asFound);
  const errors = problemsOf(schema, found, PARTS[context] ?? 'body');
  const first = errors[0] ?? { param: PARTS[context] ?? 'body', message: 'is not valid' };
  return new AppError('INVALID_PARAMETER', {
    detail: `${first.param} ${first.message}.`,
    param: first.param,
    details: { errors: errors.length === 0 ? [first] : errors },
  });
}

/** An error of the router's validator (Ajv) in the form of those of TypeBox. */
function asFound({
  keyword,
  instancePath,
  schemaPath,
  params,
  message = 'is not valid',
}: FastifySchemaValidationError) {
  const { missingProperty, additionalProperty } = params;
  const at = { schemaPath: schemaPath.replace(/\/\w+$/, ''), message };
  if (keyword === 'additionalProperties') {
    return {
      ...at,
      keyword: 'boolean',
      instancePath: `${instancePath}/${additionalProperty}`,
      params,
    } as unknown as Found;
  }
  const known = keyword === 'required' ? { requiredProperties: [missingProperty] } : params;
  return { ...at, keyword, instancePath, params: known } as unknown as Found;
}

function problemsOf(schema: unknown, found: readonly Found[], whole: string): Problem[] {
  // The errors of an alternative are part of the error of all alternatives.
  const alternatives = found.filter(({ keyword }) => keyword === 'anyOf');
  const isPartOf = ({ schemaPath }: Found) =>
    alternatives.some((one) => schemaPath.startsWith(`${one.schemaPath}/anyOf/`));
  return found.flatMap((error): Problem[] => {
    const path = error.instancePath.slice(1).replaceAll('/', '.');
    const below = (name: string) => (path === '' ? name : `${path}.${name}`);
    const params = error.params as Words;
    // Each of the additional properties has an error of its own, `boolean`.
    if (error.keyword === 'additionalProperties' || isPartOf(error)) return [];
    if (error.keyword === 'required') {
      return (params.requiredProperties as string[]).map((name) => ({ param: below(name), message: 'is missing' }));
    }
    if (error.keyword === 'boolean') return [{ param: path, message: 'is unknown here' }];
    const branches = found.filter(({ schemaPath }) => schemaPath.startsWith(`${error.schemaPath}/anyOf/`));
    const message = error.keyword === 'anyOf' ? eitherOf(schema, branches) : messageOf(schema, error);
    return [{ param: path === '' ? whole : path, message }];
  });
}

/** One message for all alternatives of a value, such as `must be text or null`. */
function eitherOf(schema: unknown, branches: readonly Found[]): string {
  const [first = 'is not valid', ...more] = [...new Set(branches.map((branch) => messageOf(schema, branch)))];
  return [first, ...more.map((message) => message.replace(/^must be /, ''))].join(' or ');
}

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
};
const FORMATS: Record<string, string> = {
  email: 'an email address',
  'date-time': 'a time such as 2026-11-21T02:18:35Z (RFC 3339)',
  uri: 'a URL',
};

function messageOf(schema: unknown, { keyword, params, schemaPath, message }: Found): string {
  const { type, format, limit, allowedValues, allowedValue } = params as Words;
  switch (keyword) {
    case 'type':
      return `must be ${[type]
        .flat()
        .map((one) => TYPES[String(one)] ?? one)
        .join(' or ')}`;
    case 'format':
      return `must be ${FORMATS[String(format)] ?? `of the format ${format}`}`;
    case 'enum':
      return `must be one of ${(allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(allowedValue)}`;
    case 'minLength':
      return `must have at least ${amount(limit, 'character')}`;
    case 'maxLength':
      return limit === 0 ? 'must be empty' : `must have at most ${amount(limit, 'character')}`;
    case 'minItems':
      return `must have at least ${amount(limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${amount(limit, 'item')}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'minProperties':
      return `must have at least ${amount(limit, 'member')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return `has a wrong form: ${descriptionAt(schema, schemaPath) ?? message}`;
    default:
      return message;
  }
}

const amount = (limit: unknown, noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`;

/** The description of the schema at a path such as `#/properties/limit`, without its last full stop. */
function descriptionAt(schema: unknown, path: string): string | undefined {
  const steps = path.split('/').slice(1);
  const at = steps.reduce<unknown>((parent, step) => (parent as Words | undefined)?.[step], schema);
  return ((at as Words | undefined)?.description as string | undefined)?.replace(/\.$/, '');
}
