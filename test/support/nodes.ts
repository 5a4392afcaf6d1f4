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
export async function makeCluster(): Promise<Omit<TestNodes, 'nodes' | 'join'>> {
  const directory = await mkdtemp(join(tmpdir(), 'imgd-nodes-'));
  const engines = await makeSharedEngines();
  await mkdir(join(directory, 'blobs'));
  return {
    env: engines.env,
    async newDataDir() {
      const dataDir = await mkdtemp(join(directory, 'node-'));
      await symlink(join(directory, 'blobs'), join(dataDir, 'blobs'));
      return dataDir;
    },
    async [Symbol.asyncDispose]() {
      await engines.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts all nodes of a service concurrently, so that their migrations compete. */
export async function startNodes(count: number, options: TestAppOptions = {}): Promise<TestNodes> {
  const cluster = await makeCluster();
  const nodes: TestApp[] = [];
  const join = async ({ env, ...others }: TestAppOptions = options) =>
    startApp({ ...others, dataDir: await cluster.newDataDir(), env: { ...cluster.env, ...env } });
  nodes.push(...(await Promise.all(Array.from({ length: count }, () => join()))));
  return {
    ...cluster,
    nodes,
    join,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

/** The catalog and blobs of running nodes, opened as the command line opens them. */
export async function storageOfNodes(
  cluster: Pick<TestNodes, 'env' | 'newDataDir'>,
): Promise<Storage & AsyncDisposable> {
  const { config } = loadConfig({ IMGD_DATA_DIR: await cluster.newDataDir(), ...cluster.env });
  const storage = await openStorageBeside(config, undefined, true);
  return { ...storage, [Symbol.asyncDispose]: storage.close };
}
