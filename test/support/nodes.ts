import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSharedEngines } from './distributed.ts';
import { startApp, type TestApp, type TestAppOptions } from './start-app.ts';

/** Equal nodes of one service in this process: one catalog, one store of blobs, one place where requests are counted. */
export interface TestNodes extends AsyncDisposable {
  nodes: TestApp[];
  /** Settings that all of them share. */
  env: Record<string, string>;
  /** A data directory for one more node. */
  newDataDir(): Promise<string>;
}

/** A home for nodes: shared engines, and data directories whose blobs are one directory. */
export async function makeNodesHome(): Promise<Omit<TestNodes, 'nodes'>> {
  const home = await mkdtemp(join(tmpdir(), 'imgd-nodes-'));
  const engines = await makeSharedEngines();
  await mkdir(join(home, 'blobs'));
  return {
    env: engines.env,
    async newDataDir() {
      const dataDir = await mkdtemp(join(home, 'node-'));
      await symlink(join(home, 'blobs'), join(dataDir, 'blobs'));
      return dataDir;
    },
    async [Symbol.asyncDispose]() {
      await engines.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export async function startNodes(count: number, options: TestAppOptions = {}): Promise<TestNodes> {
  const home = await makeNodesHome();
  const nodes: TestApp[] = [];
  // All at once, so that they also migrate at once.
  const starting = Array.from({ length: count }, async () => {
    const dataDir = await home.newDataDir();
    nodes.push(await startApp({ ...options, dataDir, env: { ...home.env, ...options.env } }));
  });
  await Promise.all(starting);
  return {
    ...home,
    nodes,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}
