import { type Html, html } from '../pages/html.ts';
import { PAGE_TYPE, type Page, pageDocument, type SendPageDeps } from '../pages/page.ts';
import { assetUrl } from '../pages/site-assets.ts';
import { type StaticFile, sendStaticFile, staticText } from '../pages/static-file.ts';
import type { App } from '../routing/app-type.ts';

/** A JSON schema as the API description has it. */
interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

/** A member of an object for a table. */
interface MemberRow {
  /** With the names of the objects around it: `data.links.direct`. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

type Schemas = Readonly<Record<string, Schema>>;

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, ShownResponse | { $ref: string }>;
}

interface ShownResponse {
  description: string;
  content?: Record<string, { schema: Schema }>;
}

/** The parts of the API description that the page shows. */
export interface ShownDescription {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ShownResponse>;
  };
}

interface Endpoint extends Operation {
  method: string;
  path: string;
}

const FORM_TYPE = 'multipart/form-data';

/** The reference of the API for people: every endpoint with its parameters, answers and a form that sends a request. */
export function docsPage(description: ShownDescription, texts: Page['texts']): Page {
  const endpoints = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const groups = [...Map.groupBy(endpoints, ({ tags }) => tags[0] ?? '')];
  return {
    texts,
    title: 'API',
    head: html`<meta name="description" content="Reference of the HTTP API, with forms that send requests.">
<link rel="stylesheet" href="${assetUrl('', 'docs.css')}">
<script src="${assetUrl('', 'docs.js')}" defer></script>`,
    body: html`<div class="docs">
<nav class="docs-nav" aria-label="Endpoints">
<ul>
${groups.map(([tag, members]) => navigationGroup(tag, members))}</ul>
</nav>
<div class="docs-main">
<h1>API <small>${description.info.version}</small></h1>
<p class="lead">${description.info.description}</p>
<p class="choices"><a class="button quiet" href="/api/v1/openapi.json">OpenAPI document</a><a class="button quiet" href="/errors">Error codes</a></p>
<form class="docs-key">
<label for="api-key">API key</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="imgd_…" aria-describedby="api-key-hint">
<p id="api-key-hint">The forms below send it as <code>Authorization: Bearer</code>. It stays in this tab until you close or reload it. Without a key you are an anonymous caller.</p>
</form>
<noscript><p>The forms need JavaScript. The reference does not.</p></noscript>
${groups.map(([tag, members]) => section(tag, members, description))}
</div>
</div>`,
  };
}

function navigationGroup(tag: string, endpoints: readonly Endpoint[]): Html {
  return html`<li><a href="#${anchorOf(tag)}">${tag}</a> <span class="docs-count">${endpoints.length}</span></li>
`;
}

const anchorOf = (tag: string) => tag.toLowerCase();

function section(tag: string, endpoints: readonly Endpoint[], description: ShownDescription): Html {
  return html`<section class="docs-group" id="${anchorOf(tag)}" aria-labelledby="${anchorOf(tag)}-heading">
<h2 id="${anchorOf(tag)}-heading">${tag}</h2>
${endpoints.map((endpoint) => endpointDetails(endpoint, description))}</section>
`;
}

function endpointDetails(endpoint: Endpoint, { components }: ShownDescription): Html {
  const { operationId, method, path, summary, description, security = [], requestBody, responses } = endpoint;
  const parameters = (endpoint.parameters ?? []).map((one) => {
    return one.$ref === undefined ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter);
  });
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return html`<details class="docs-endpoint" id="${operationId}">
<summary><span class="docs-method docs-${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="docs-summary">${summary}</span></summary>
<div class="docs-body">
${description === `${summary}.` ? null : html`<p>${description}</p>`}
<p class="docs-needs">${needsOf(security)}</p>
${parameters.length === 0 ? null : parameterTable(operationId, parameters)}
${body === undefined ? null : memberTable(`Body of ${operationId}`, bodyType === FORM_TYPE ? 'Form' : 'Body', membersOf(body.schema, components.schemas))}
${tryForm(endpoint, parameters, bodyType, body?.schema, components.schemas)}
${answers(operationId, responses, components)}
</div>
</details>
`;
}

/** Who may call an endpoint, in words. */
function needsOf(security: readonly Record<string, string[]>[]): string {
  const names = security.flatMap((one) => Object.keys(one));
  const ways = [
    ...(names.includes('apiKey') ? ['an API key'] : []),
    ...(names.includes('session') ? ['a session'] : []),
    ...(names.includes('deleteToken') ? ['the delete token of the image'] : []),
  ];
  if (ways.length === 0) return 'Needs no credential.';
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  const last = ways.at(-1) ?? '';
  const list = ways.length === 1 ? last : `${ways.slice(0, -1).join(', ')} or ${last}`;
  return isOptional ? `Takes ${list}, or none.` : `Needs ${list}.`;
}

function parameterTable(id: string, parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required = false, description = '', schema }) => ({
    name,
    type: `${typeOf(schema)}, ${place}`,
    isRequired: required,
    description: description || (schema.description ?? ''),
  }));
  return memberTable(`Parameters of ${id}`, 'Parameters', rows);
}

function memberTable(label: string, heading: string, rows: readonly MemberRow[]): Html {
  return html`<h3>${heading}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="${label}">
<table class="docs-members"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows.map(({ name, type, isRequired, description }) => html`<tr><th scope="row"><code>${name}</code>${isRequired ? html` <span class="docs-required">required</span>` : null}</th><td>${type}</td><td>${description}</td></tr>\n`)}</tbody></table>
</div>`;
}

function tryForm(
  { operationId, method, path }: Endpoint,
  parameters: readonly Parameter[],
  bodyType: string | undefined,
  body: Schema | undefined,
  schemas: Readonly<Record<string, Schema>>,
): Html {
  const fields = parameters
    .filter(({ name }) => name !== 'X-Request-Id')
    .map((one) => parameterField(operationId, one));
  const bodyFields =
    body === undefined
      ? []
      : bodyType === FORM_TYPE
        ? membersOf(body, schemas).map((row) => formField(operationId, row))
        : [jsonField(operationId, exampleOf(body, schemas))];
  return html`<form class="docs-try" data-method="${method}" data-path="${path}" aria-label="Try ${operationId}">
<h3>Try it</h3>
${[...fields, ...bodyFields]}<p><button class="button" type="submit">Send ${method}</button></p>
<div class="docs-answer" role="status" hidden></div>
</form>`;
}

function parameterField(operation: string, { name, in: place, required = false, schema }: Parameter): Html {
  const id = `${operation}-${place}-${name}`;
  const options = schema.enum ?? schema.anyOf?.find((one) => one.enum !== undefined)?.enum;
  const label = html`<label for="${id}">${name}</label>`;
  if (options !== undefined) {
    const values = ['', ...options.filter((option) => option !== '')];
    return html`<div class="docs-field">${label}<select id="${id}" name="${name}" data-in="${place}">${values.map((value) => html`<option>${String(value)}</option>`)}</select></div>
`;
  }
  const isNeeded = required || place === 'path' ? html` required` : null;
  return html`<div class="docs-field">${label}<input id="${id}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${isNeeded}></div>
`;
}

function formField(operation: string, { name, type, isRequired }: MemberRow): Html {
  const id = `${operation}-form-${name}`;
  const label = html`<label for="${id}">${name}</label>`;
  if (!/file/.test(type)) {
    return html`<div class="docs-field">${label}<input id="${id}" name="${name}" data-in="form" autocomplete="off"></div>
`;
  }
  const several = type.startsWith('list') ? html` multiple` : null;
  return html`<div class="docs-field">${label}<input id="${id}" name="${name}" data-in="form" type="file" accept="image/*"${several}${isRequired ? html` required` : null}></div>
`;
}

function jsonField(operation: string, example: unknown): Html {
  const id = `${operation}-json`;
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(14, text.split('\n').length + 1);
  return html`<div class="docs-field"><label for="${id}">JSON body</label><textarea id="${id}" data-in="json" rows="${rows}" spellcheck="false">
${text}</textarea></div>
`;
}

function answers(
  id: string,
  responses: Operation['responses'],
  { schemas, responses: shared }: ShownDescription['components'],
): Html {
  return html`<h3>Answers</h3>
<dl class="docs-answers">
${Object.entries(responses).map(([status, response]) => {
  const { description, content = {} } =
    '$ref' in response ? (shared[response.$ref.split('/').at(-1) ?? ''] as ShownResponse) : response;
  const schema = Object.entries(content).find(([type]) => type === 'application/json')?.[1].schema;
  const isSuccess = status.startsWith('2') && schema !== undefined;
  const members = isSuccess ? membersOf(schema, schemas) : [];
  return html`<div><dt>${status}</dt><dd>${description.split('\n').map((line) => html`<p>${line.replaceAll('`', '')}</p>`)}${members.length === 0 ? null : html`<details><summary>Members</summary>${memberTable(`Answer ${status} of ${id}`, 'Members', members)}</details>`}</dd></div>
`;
})}</dl>`;
}

// All addresses on the page are relative, so that it works at any address that reaches the service.
function documentOf(description: ShownDescription, deps: SendPageDeps): string {
  return pageDocument(docsPage(description, deps.pageTexts.english), { ...deps, imageHost: '', baseUrl: '' });
}

const POLICY =
  "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** GET /docs: the reference, in English. It is rendered on the first request, when all endpoints are known. */
export function docsRoute(site: App, deps: SendPageDeps): void {
  let file: StaticFile | undefined;
  site.get('/docs', { schema: { hide: true }, config: { page: true } }, async (request, reply) => {
    file ??= staticText(documentOf(site.swagger() as unknown as ShownDescription, deps), PAGE_TYPE);
    const etag = `"${file.hash}"`;
    reply.headers({
      'cache-control': 'no-cache',
      etag,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    return sendStaticFile(request, reply, file);
  });
  // Addresses of earlier versions.
  for (const [path, target] of [
    ['/docs/', '/docs'],
    ['/docs/json', '/api/v1/openapi.json'],
  ] as const) {
    site.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }).redirect(target),
    );
  }
}

const MAX_DEPTH = 4;

/** The type of a schema in words, such as `list of text` or `JPEG | PNG`. */
function typeOf(schema: Schema): string {
  const { $ref, type, format, enum: options, const: only, items, anyOf } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (only !== undefined) return JSON.stringify(only);
  if (options !== undefined)
    return options.map((option) => (typeof option === 'string' ? option : JSON.stringify(option))).join(' | ');
  if (anyOf !== undefined)
    return anyOf
      .map(typeOf)
      .filter((name) => name !== '')
      .join(' | ');
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (type === 'string') return format === 'binary' ? 'file' : format === undefined ? 'text' : format;
  return type ?? 'any';
}

/** The members of an object, and of the objects in it, as rows. A list is shown by one of its items: `images[].id`. */
function membersOf(schema: Schema, schemas: Schemas, prefix = '', depth = 0): MemberRow[] {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).flatMap(([name, member]) => {
    const row = {
      name: prefix + name,
      type: typeOf(member),
      isRequired: prefix === '' && required.includes(name),
      description: member.description ?? '',
    };
    if (depth >= MAX_DEPTH) return [row];
    const shown = resolve(withoutNull(member), schemas);
    const inner = shown.type === 'array' ? resolve(shown.items ?? {}, schemas) : shown;
    const separator = shown.type === 'array' ? '[].' : '.';
    return [row, ...membersOf(inner, schemas, `${prefix}${name}${separator}`, depth + 1)];
  });
}

/** A value that the schema accepts, with the members that a first try needs. */
function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const shown = resolve(withoutNull(schema), schemas);
  const { type, format, enum: options, default: preset, examples, items, properties = {}, minimum } = shown;
  if (preset !== undefined) return preset;
  if (examples?.[0] !== undefined) return examples[0];
  if (options !== undefined) return options[0];
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member, schemas)]));
  }
  if (type === 'array') return [exampleOf(items ?? {}, schemas)];
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (format === 'email') return 'you@example.com';
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  return '';
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** The schema of a value that may also be null. */
function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}
