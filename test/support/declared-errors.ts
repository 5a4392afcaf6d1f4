import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../src/http/routing/app-type.ts';
import { PROTOCOL_ERRORS } from '../../src/http/routing/route.ts';
import { type Description, operationsOf, withoutReferences } from './description.ts';

const PREFIX = '/api/v1';

/**
 * Watches the answers of a service, and compares the codes of its errors with its API description.
 * @returns a check for the end of the test, which fails with each code that the description of its endpoint lacks
 */
export function watchErrorCodes(app: App): () => void {
  const seen = new Set<string>();
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(PREFIX)) return;
    const { write, end } = response;
    const see = (chunk: unknown) => {
      const [, code] = /"error":\{"code":"(\w+)"/.exec(response.statusCode >= 400 ? String(chunk ?? '') : '') ?? [];
      if (code !== undefined)
        seen.add(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode} ${code}`);
    };
    response.write = (...args: unknown[]) => {
      see(args[0]);
      return Reflect.apply(write, response, args);
    };
    response.end = (...args: unknown[]) => {
      see(args[0]);
      return Reflect.apply(end, response, args);
    };
  });
  return () => {
    // The description takes a tenth of a second.
    if (seen.size === 0) return;
    const problems = undeclaredErrors(withoutReferences(app.swagger() as unknown as Description), seen);
    assert.deepEqual(problems, [], 'errors that the API description lacks');
  };
}

/** @param seen lines of method, path, status and code */
export function undeclaredErrors(description: Description, seen: Iterable<string>): string[] {
  const problems = new Set<string>();
  for (const line of seen) {
    const [method = '', path = '', status = '', code = ''] = line.split(' ');
    if ((PROTOCOL_ERRORS as readonly string[]).includes(code)) continue;
    const operation = findOperation(description, method, path);
    if (operation === undefined) continue;
    if (operation.responses[status]?.['x-error-codes']?.includes(code) !== true)
      problems.add(`${operation.operationId}: ${status} ${code}`);
  }
  return [...problems].sort();
}

/** The operation of a request; undefined for a path or method that the API lacks. */
function findOperation(description: Description, method: string, path: string) {
  const templates = Object.keys(description.paths)
    .filter((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const found = templates.map((template) => description.paths[template]?.[method.toLowerCase()]).find(Boolean);
  return operationsOf(description).find((one) => one === found);
}
