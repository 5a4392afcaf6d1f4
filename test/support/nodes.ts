import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorageBeside, type Storage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import { makeSharedEngines } from './distributed.ts';
import { startApp, type TestApp, type TestAppOptions } from './start-app.ts';

/** Nodes of one service in this process. They share the catalog, the blobs and the request limits. */
export interface TestNodes extends AsyncDisposable {
  nodes: TestApp[];
  /** Settings that all nodes share. */
  env: Record<string, string>;
  /** Creates a data directory for one more node. */
  newDataDir(): Promise<string>;
  /** Starts one more node. */
  join(options?: TestAppOptions): Promise<TestApp>;
}

/** Creates what nodes share: the engines, and data directories that link to one directory of blobs. */
export async function makeNodesHome(): Promise<Omit<TestNodes, 'nodes' | 'join'>> {
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

/** Starts all nodes of a service concurrently, so that their migrations compete. */
export async function startNodes(count: number, options: TestAppOptions = {}): Promise<TestNodes> {
  const home = await makeNodesHome();
  const nodes: TestApp[] = [];
  const join = async ({ env, ...others }: TestAppOptions = options) =>
    startApp({ ...others, dataDir: await home.newDataDir(), env: { ...home.env, ...env } });
  nodes.push(...(await Promise.all(Array.from({ length: count }, () => join()))));
  return {
    ...home,
    nodes,
    join,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The catalog and blobs of running nodes, opened as the command line opens them. */
export async function storageOfNodes(home: Pick<TestNodes, 'env' | 'newDataDir'>): Promise<Storage & AsyncDisposable> {
  const { config } = loadConfig({ IMGD_DATA_DIR: await home.newDataDir(), ...home.env });
  const storage = await openStorageBeside(config);
  return { ...storage, [Symbol.asyncDispose]: storage.close };
}
