import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '../../scripts/services/free-port.ts';
import { superviseProcess } from '../../scripts/services/process.ts';
import { ROOT, read, skipWithout, temporary } from '../support/deployed.ts';
import { makeSharedEngines } from '../support/distributed.ts';
import { tableRows } from '../support/markdown.ts';
import { PROGRAM } from '../support/program.ts';
import { noPostgres, noRedis } from '../support/services.ts';
import { startApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';
import { ALERT_CASES } from './alert-cases.ts';

const RULES = 'deploy/prometheus/alerts.yml';
const TOKEN = 'monitoring-0123456789abcdef0123456789';

const alertNames = () => [...read(RULES).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const noPromtool = skipWithout('promtool');

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout;
}

/** The metrics in the expressions of the rules and the dashboard. */
function namedMetrics(): string[] {
  const rules = [...read(RULES).matchAll(/expr: >-\n\s+(.*)/g)].map(([, expr = '']) => expr);
  const dashboard = [...read('deploy/grafana/imgd.json').matchAll(/"expr": "(.*)",?\n/g)].map(([, expr = '']) => expr);
  assert.ok(rules.length === alertNames().length && dashboard.length > 30);
  const names = [...rules, ...dashboard].flatMap((expr) => expr.match(/\b(?:imgd|process|nodejs)_[a-z0-9_]+/g) ?? []);
  return [...new Set(names.map((name) => name.replace(/_bucket$/, '')))].sort();
}

describe('the dashboard and the alerts', () => {
  it('use only metrics that the service has', { skip: noPostgres || noRedis }, async () => {
    const engines = await makeSharedEngines();
    try {
      await using app = await startApp({ env: { ...engines.env, IMGD_METRICS_TOKEN: TOKEN } });
      const headers = { authorization: `Bearer ${TOKEN}` };
      const text = await (await fetch(`${app.nodeUrl}/metrics`, { headers })).text();
      const scraped = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
      assert.deepEqual(
        namedMetrics().filter((name) => !scraped.has(name)),
        [],
      );
    } finally {
      await engines.drop();
    }
  });

  it('are valid for Prometheus', { skip: noPromtool }, () => {
    assert.match(promtool('check', 'rules', `${ROOT}${RULES}`), /SUCCESS/);
  });

  it('have a case for each alert, in which it fires, and one in which it does not', { skip: noPromtool }, async (t) => {
    assert.deepEqual(Object.keys(ALERT_CASES).sort(), alertNames().sort());
    const tests = Object.entries(ALERT_CASES).flatMap(([name, { minutes, fires, quiet }]) => {
      const expr = `count(ALERTS{alertname="${name}",alertstate="firing"})`;
      return [fires, quiet].map((series) => ({
        name: `${name} ${series === fires ? 'fires' : 'does not fire'}`,
        interval: '1m',
        input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
        promql_expr_test: [
          { expr, eval_time: `${minutes}m`, exp_samples: series === fires ? [{ labels: '{}', value: 1 }] : [] },
        ],
      }));
    });
    const path = join(await temporary(t), 'cases.json');
    await writeFile(path, JSON.stringify({ rule_files: [`${ROOT}${RULES}`], evaluation_interval: '1m', tests }));
    assert.match(promtool('test', 'rules', path), /SUCCESS/);
  });

  const noPrometheus = skipWithout('prometheus');
  it('fire at a real service, scraped by the configuration in the documentation', { skip: noPrometheus }, async (t) => {
    const app = await startApp({ env: { IMGD_METRICS_TOKEN: TOKEN, IMGD_SANDBOX: 'off' } });
    try {
      const firing = await prometheus(t, new URL(app.nodeUrl).host);
      await until(async () => (await firing()).includes('ImgdSandboxMissing'));
      assert.deepEqual(await firing(), ['ImgdSandboxMissing'], 'and nothing else');
      await app.service.close(0);
      await until(async () => (await firing()).includes('ImgdDown'));
    } finally {
      await app[Symbol.asyncDispose]();
    }
  });
});

/** Prometheus with short intervals. @returns the names of the alerts that fire */
async function prometheus(t: TestContext, target: string): Promise<() => Promise<string[]>> {
  const directory = await temporary(t);
  const at = (name: string) => join(directory, name);
  const documented = /```yaml\n(rule_files[\s\S]*?)```/.exec(read('docs/operations.md'))?.[1] ?? '';
  assert.ok(documented.includes("['localhost:8080']") && documented.includes('scrape_interval: 15s'));
  const configuration = documented.replace('localhost:8080', target).replace('15s', '500ms');
  await writeFile(at('prometheus.yml'), `global: {evaluation_interval: 500ms}\n${configuration}`);
  await writeFile(at('alerts.yml'), read(RULES).replaceAll(/for: \w+/g, 'for: 1s'));
  await writeFile(at('imgd-metrics-token'), TOKEN);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = [`--config.file=${at('prometheus.yml')}`, `--storage.tsdb.path=${at('data')}`];
  const args = [...flags, `--web.listen-address=127.0.0.1:${port}`];
  const ready = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const launch = () => spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const service = superviseProcess({ name: 'Prometheus', url, launch, ready, stopSignal: 'SIGTERM' });
  await service.start();
  t.after(() => service.stop());
  return async () => {
    const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as { data: { alerts: Alert[] } };
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  };
}

interface Alert {
  state: string;
  labels: { alertname: string };
}

describe('the runbooks', () => {
  const operations = read('docs/operations.md');
  const text = operations.slice(operations.indexOf('## Runbooks'));
  const rows = tableRows(text, 'Symptom');

  it('have a row for each alert, to which its annotation leads', () => {
    const anchors = rows.flatMap(([symptom = '']) => [...symptom.matchAll(/<a id="(\w+)">/g)].map(([, id = '']) => id));
    assert.deepEqual(anchors.sort(), alertNames().sort());
    const led = [...read(RULES).matchAll(/runbook: docs\/operations\.md#(\w+)/g)].map(([, id = '']) => id);
    assert.deepEqual(led.sort(), alertNames().sort());
    for (const row of rows) assert.equal(row.length, 4, row.join());
  });

  it('name only commands that exist, with their options', () => {
    const spans = [...text.matchAll(/`imgd ([^`]+)`/g)].map(([, words = '']) => words);
    const commands = new Map<string, Set<string>>();
    for (const words of spans) {
      const names = (/^(?:[a-z][a-z-]*(?: |$))*/.exec(words)?.[0] ?? '').trim().split(' ');
      const options = words.match(/--[a-z-]+/g) ?? [];
      const known = commands.get(names.join(' ')) ?? new Set();
      commands.set(names.join(' '), new Set([...known, ...options]));
    }
    assert.ok(commands.size >= 8, [...commands.keys()].join(', '));
    for (const [names, options] of commands) {
      const args = [...names.split(' ').filter(Boolean), '--help'];
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, `imgd ${names}: ${stderr}`);
      assert.match(stdout, new RegExp(`^Usage: ${`imgd ${names}`.trim()}( |$)`, 'm'));
      for (const option of options) assert.ok(stdout.includes(option), `imgd ${names} ${option}`);
    }
  });
});
