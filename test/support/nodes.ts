import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorageBeside, type Storage } from '../../src/compose/storage.ts';
import { loadConfig } from '../../src/config.ts';
import { makeSharedEngines } from './distributed.ts';
import { startApp, type TestApp, type TestAppOptions } from './start-app.ts';

/** Equal nodes of one service in this process: one catalog, one store of blobs, one place where requests are counted. */
export interface TestNodes extends AsyncDisposable {
  nodes: TestApp[];
  /** Settings that all of them share. */
  env: Record<string, string>;
  /** A data directory for one more node. */
  newDataDir(): Promise<string>;
  /** One more node. */
  join(options?: TestAppOptions): Promise<TestApp>;
}

/** A home for nodes: shared engines, and data directories whose blobs are one directory. */
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

/** Starts nodes of one service, all at once, so that they also migrate at once. */
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

/** The catalog and blobs of some nodes, as the command line opens them beside one. */
export async function storageOfNodes(home: Pick<TestNodes, 'env' | 'newDataDir'>): Promise<Storage & AsyncDisposable> {
  const { config } = loadConfig({ IMGD_DATA_DIR: await home.newDataDir(), ...home.env });
  const storage = await openStorageBeside(config);
  return { ...storage, [Symbol.asyncDispose]: storage.close };
}
