import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNamedSchemas } from '../../../src/http/service/describe-api.ts';
import { undeclaredErrors } from '../../support/declared-errors.ts';

const object = (properties: object, title?: string) => ({ type: 'object', properties, ...(title && { title }) });
const text = { type: 'string' };

describe('named schemas', () => {
  it('replaces titled objects by references, also within lists', () => {
    const schemas = createNamedSchemas();
    const named = schemas.named(object({ items: { type: 'array', items: object({ a: text }, 'Item') } }, 'List'));
    assert.deepEqual(named, { $ref: '#/components/schemas/List' });
    assert.deepEqual(schemas.all(), {
      Item: object({ a: text }),
      List: object({ items: { type: 'array', items: { $ref: '#/components/schemas/Item' } } }),
    });
  });

  it('names an envelope and its data', () => {
    const schemas = createNamedSchemas();
    schemas.named(object({ success: { const: true }, data: object({ id: text }) }, 'Thing'));
    assert.deepEqual(Object.keys(schemas.all()), ['Thing', 'ThingResponse']);
  });

  it('recognizes a repetition without a title', () => {
    const schemas = createNamedSchemas();
    schemas.named(object({ a: text }, 'Item'));
    assert.deepEqual(schemas.named(object({ a: text })), { $ref: '#/components/schemas/Item' });
  });

  it('refuses two different schemas of one name', () => {
    const schemas = createNamedSchemas();
    schemas.named(object({ a: text }, 'Item'));
    assert.throws(() => schemas.named(object({ b: text }, 'Item')), /two different schemas have the name Item/);
  });
});

describe('the check of declared errors', () => {
  it('finds a planted undeclared code, and no declared one', () => {
    const operation = { operationId: 'getThing', responses: { 404: { 'x-error-codes': ['THING_NOT_FOUND'] } } };
    const description = {
      openapi: '3.1.0',
      servers: [],
      paths: { '/api/v1/thing/{id}': { get: operation } },
      components: { schemas: {} },
    };
    const seen = (code: string) => [`GET /api/v1/thing/1 404 ${code}`];
    assert.deepEqual(undeclaredErrors(description, seen('THING_NOT_FOUND')), []);
    assert.deepEqual(undeclaredErrors(description, seen('PLANTED')), ['getThing: 404 PLANTED']);
  });
});
