import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  responses: Record<string, { 'x-error-codes'?: string[]; content?: Record<string, { schema: Schema }> }>;
}

export interface Description {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const formats = {
  uri: URL.canParse,
  email: /@/,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  date: /^\d{4}-\d\d-\d\d$/,
};
const ajv = new Ajv2020({ strict: true, allErrors: true, formats });

/** The description of a service, with each reference replaced by what it refers to. */
export async function fetchDescription(app: { url: string }): Promise<Description> {
  return withoutReferences((await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as Description);
}

/** A description with each reference replaced by what it refers to. */
export function withoutReferences(description: Description): Description {
  return { ...description, paths: resolved(description.paths, description, new Map()) as Description['paths'] };
}

/** @param known what references refer to, by reference; most schemas have many references to them */
function resolved(value: unknown, root: Description, known: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, root, known));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if (typeof $ref === 'string') {
    if (!known.has($ref)) known.set($ref, resolved(targetOf($ref, root), root, known));
    return known.get($ref);
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolved(member, root, known)]));
}

function targetOf($ref: string, root: Description): unknown {
  const steps = $ref.slice(2).split('/');
  const target = steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], root);
  assert.ok(target !== undefined, $ref);
  return target;
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.values(paths).flatMap((path) => Object.values(path));
}

/** The operation of a request. @param path with parameters filled in and without the query */
export function operationOf({ paths }: Description, method: string, path: string): Operation {
  const matches = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const candidates = Object.keys(paths)
    .filter(matches)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const found = candidates.map((template) => paths[template]?.[method.toLowerCase()]).find((one) => one !== undefined);
  assert.ok(found !== undefined, `${method} ${path} is not described`);
  return found;
}

/**
 * Validates a JSON body against the description of its operation. Undocumented members are errors.
 * @returns '' when the body is valid, otherwise the errors
 */
export function mismatch({ operationId, responses }: Operation, status: number, body: unknown): string {
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  const schema = response?.content?.['application/json']?.schema;
  assert.ok(schema !== undefined, `${operationId} describes no ${status}`);
  const validate = ajv.compile(closed(schema) as Schema);
  return validate(body) ? '' : ajv.errorsText(validate.errors);
}

/** The schema with additional members forbidden at every level. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isObject = inner.type === 'object' && typeof inner.properties === 'object';
  return isObject ? { additionalProperties: false, ...inner } : inner;
}
